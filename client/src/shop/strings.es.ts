import { paths } from '../core/paths';
import { site } from '../core/site';
import type { strings as english } from './strings.en';

const terms = `[condiciones de uso](${paths.terms})`;
const privacy = `[política de privacidad](${site.privacyPolicy})`;

export const strings: typeof english = {
  shop: {
    title: 'Tienda',
    updates: 'La tienda cambia cada día. Próximo cambio en:',
    loading: 'Cargando la tienda',
    failed: 'No pudimos cargar la tienda',
    simulated: 'Esta es una tienda de prueba. Los pagos son simulados: no se te cobrará nada.',
    today: 'Aspectos del día',
    free: 'Gratis',
    owned: 'Tuyo',
    confirm: 'Confirmar la compra',
    question: (skin: string, price: string) => `¿Seguro que quieres comprar ${skin} por ${price}?`,
    consent: `Al continuar, aceptas nuestras ${terms} y nuestra ${privacy}.`,
    pay: 'Continuar con PayPal',
    needLogin: 'Para comprar este aspecto tienes que iniciar sesión',
    getJesus: 'Recibir a Jesús',
    prayer: [
      'Gracias por las manos ágiles y por un corazón que les tiene paciencia.',
      'Perdona nuestras erratas, como perdonamos a quienes escriben más rápido.',
      'Y no nos dejes caer en la tentación de mirar las teclas.',
    ],
    amen: 'Amén',
    gotJesus: '¡Desbloqueaste el aspecto de Jesús! ¡Que Dios te bendiga!',
    awaiting: 'Esperando el pago...',
    successful: 'Pago recibido',
    thanks: '¡Gracias por tu compra!',
    bought: (skin: string, price: string) => `${skin} por ${price}`,
    invoice: 'Te enviamos la factura por correo.',
    toProfile: 'Ver tu perfil',
    loginToPay: 'Inicia sesión para completar el pago',
    paymentFailed: 'El pago no se completó',
    canceled: 'Tu pedido se canceló',
    canceledText: 'No se te cobró nada.',
    continue: 'Seguir comprando',
  },
};
