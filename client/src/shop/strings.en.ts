import { paths } from '../core/paths';
import { site } from '../core/site';

const terms = `[terms of use](${paths.terms})`;
const privacy = `[privacy policy](${site.privacyPolicy})`;

export const strings = {
  shop: {
    title: 'Shop',
    updates: 'Shop updates daily. Next update in:',
    loading: 'Loading shop',
    failed: 'Couldn’t load the shop',
    simulated: 'This is a test shop. Payments are simulated, so you won’t be charged.',
    today: 'Today’s skins',
    free: 'Free',
    owned: 'Owned',
    confirm: 'Confirm purchase',
    question: (skin: string, price: string) => `Are you sure you want to buy ${skin} for ${price}?`,
    consent: `By continuing, you agree to our ${terms} and ${privacy}.`,
    pay: 'Continue with PayPal',
    needLogin: 'To purchase this skin you need to login',
    getJesus: 'Get Jesus',
    prayer: [
      'Thank you for hands that are quick, and for a heart that is patient with them.',
      'Forgive us our typos, as we forgive those who type faster than we do.',
      'And lead us not into looking at the keys.',
    ],
    amen: 'Amen',
    gotJesus: 'Succsessfully unlocked Jesus skin. God bless you!',
    awaiting: 'Awaiting payment...',
    successful: 'Payment successful',
    thanks: 'Thank you for your purchase!',
    bought: (skin: string, price: string) => `${skin} for ${price}`,
    invoice: 'We sent an invoice to your email address.',
    toProfile: 'View your profile',
    loginToPay: 'Log in to complete your payment',
    paymentFailed: 'The payment didn’t go through',
    canceled: 'Your order got canceled successfully',
    canceledText: 'You haven’t been charged.',
    continue: 'Continue shopping',
  },
};
