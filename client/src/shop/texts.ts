import { paths } from '../core/paths';
import { site } from '../core/site';
import { text } from '../core/text';

const termsLink = { en: `[terms of use](${paths.terms})`, es: `[condiciones de uso](${paths.terms})` };
const privacyLink = {
  en: `[privacy policy](${site.privacyPolicy})`,
  es: `[política de privacidad](${site.privacyPolicy})`,
};

export const title = text('Shop', 'Tienda');
export const updates = text('Shop updates daily. Next update in:', 'La tienda cambia cada día. Próximo cambio en:');
export const localTime = text(
  (moment: string) => `(${moment}, your time)`,
  (moment: string) => `(${moment}, tu hora)`,
);
export const loading = text('Loading shop', 'Cargando la tienda');
export const failed = text('Couldn’t load the shop', 'No pudimos cargar la tienda');
export const simulated = text(
  'This is a test shop. Payments are simulated, so you won’t be charged.',
  'Esta es una tienda de prueba. Los pagos son simulados: no se te cobrará nada.',
);
export const today = text('Today’s skins', 'Aspectos del día');
export const free = text('Free', 'Gratis');
export const owned = text('Owned', 'Tuyo');
export const confirm = text('Confirm purchase', 'Confirmar la compra');
export const question = text(
  (skin: string, price: string) => `Are you sure you want to buy ${skin} for ${price}?`,
  (skin: string, price: string) => `¿Seguro que quieres comprar ${skin} por ${price}?`,
);
export const consent = text(
  `By continuing, you agree to our ${termsLink.en} and ${privacyLink.en}.`,
  `Al continuar, aceptas nuestras ${termsLink.es} y nuestra ${privacyLink.es}.`,
);
export const pay = text('Continue with PayPal', 'Continuar con PayPal');
export const needLogin = text(
  'To purchase this skin you need to login',
  'Para comprar este aspecto tienes que iniciar sesión',
);
export const getJesus = text('Get Jesus', 'Recibir a Jesús');
export const prayer = text(
  [
    'Thank you for hands that are quick, and for a heart that is patient with them.',
    'Forgive us our typos, as we forgive those who type faster than we do.',
    'And lead us not into looking at the keys.',
  ],
  [
    'Gracias por las manos ágiles y por un corazón que les tiene paciencia.',
    'Perdona nuestras erratas, como perdonamos a quienes escriben más rápido.',
    'Y no nos dejes caer en la tentación de mirar las teclas.',
  ],
);
export const amen = text('Amen', 'Amén');
export const gotJesus = text(
  'Succsessfully unlocked Jesus skin. God bless you!',
  '¡Desbloqueaste el aspecto de Jesús! ¡Que Dios te bendiga!',
);
export const awaiting = text('Awaiting payment...', 'Esperando el pago...');
export const successful = text('Payment successful', 'Pago recibido');
export const thanks = text('Thank you for your purchase!', '¡Gracias por tu compra!');
export const bought = text(
  (skin: string, price: string) => `${skin} for ${price}`,
  (skin: string, price: string) => `${skin} por ${price}`,
);
export const invoice = text('We sent an invoice to your email address.', 'Te enviamos la factura por correo.');
export const toProfile = text('View your profile', 'Ver tu perfil');
export const loginToPay = text('Log in to complete your payment', 'Inicia sesión para completar el pago');
export const paymentFailed = text('The payment didn’t go through', 'El pago no se completó');
export const canceled = text('Your order got canceled successfully', 'Tu pedido se canceló');
export const canceledText = text('You haven’t been charged.', 'No se te cobró nada.');
export const shopContinue = text('Continue shopping', 'Seguir comprando');
