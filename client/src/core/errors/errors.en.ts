import { character, type ErrorWords, errorsIn, wait } from './errors';

const words: ErrorWords = {
  broken: 'Something went wrong. Reload the page.',
  unreachable: 'Can’t reach the server. Check your connection and try again.',
  status: ({ status }) => `The server returned an error (${status}).`,

  'too-slow': 'The request took too long to arrive.',
  'too-large': ({ kib }) => `The request is larger than ${kib} KiB.`,
  'foreign-page': 'This request came from another site.',
  'not-logged-in': 'Please log in.',
  'not-admin': 'Only admins can do this.',
  'too-many-tries': ({ seconds }) => `Too many attempts. Try again in ${wait('en', seconds)}.`,
  restarting: 'The server is restarting. Please try again in a moment.',
  unavailable: 'The server is busy. Please try again in a moment.',
  internal: 'Something went wrong on our end.',

  'wrong-login': 'The email or password is incorrect.',
  'dead-link': 'This link is no longer valid. Please request a new one.',
  'already-verified': 'Your email address is already verified.',
  'unknown-user': 'There is no user with this name.',
  taken: ({ field }) => `${field?.replace('The', 'This')} is taken.`,

  banned: 'This account is banned.',
  'banned-address': 'The account with this address was banned.',
  'already-replied': 'You have already replied.',
  'already-reported': 'You have already reported this.',
  'own-report': 'You can’t report yourself.',
  'unknown-report': 'This report has already been settled.',
  'own-block': 'You can’t block yourself.',
  'too-many-blocks': 'You can’t block more users. Unblock one first.',
  'already-banned': 'This account is already banned. Lift that ban first.',
  'not-banned': 'This account isn’t banned.',
  'admin-account': 'This is an admin’s account.',
  'not-counted': 'This user has no result in this race that counts.',

  'too-many-api-keys': 'You can’t have more API keys. Revoke one first.',

  'unknown-run': 'There is no such run.',
  'attempt-over': 'You’ve had your attempt at today’s race. There is a new one tomorrow.',
  'race-kept': 'Races can’t be deleted.',

  'no-texts': 'No texts are available.',
  'text-in-use': 'We already have this text.',
  'already-asked': 'You have already requested a review of this result.',
  'not-waiting': 'This result has already been decided.',
  'already-suggested': 'This text has already been suggested.',
  'unknown-text-request': 'There is no such text request.',
  'already-decided': 'This text request has already been approved or rejected.',

  'skin-locked': 'You haven’t unlocked this skin yet.',
  'not-an-egg': 'This skin can’t be unlocked this way.',
  'payments-off': 'Purchases aren’t available on this site.',
  'not-for-sale': 'This skin isn’t for sale.',
  'not-sold-today': 'This skin isn’t in the shop today.',
  'already-owned': 'You already own this skin.',
  'payment-under-way': 'A payment for this skin is still being processed. Please wait a few minutes.',
  'unknown-payment': 'We couldn’t find this payment in your account.',
  'payment-not-approved': 'You haven’t approved this payment. You haven’t been charged.',
  'payment-over': 'This payment can no longer be completed. You haven’t been charged.',
  'payment-to-refund': 'Your payment went through, but we couldn’t give you the skin. You’ll get a refund.',
  'payment-refunded': 'This payment has been refunded.',
  'payment-declined': 'PayPal declined the payment. You haven’t been charged; please choose another payment method.',
  'payment-failed': 'PayPal couldn’t process the payment. You haven’t been charged; please try again later.',
  'payment-unconfirmed':
    'PayPal hasn’t confirmed the payment yet. If it does, you’ll get the skin within minutes and pay only once.',

  missing: ({ field }) => `Enter ${field?.replace('The', 'the')}.`,
  'out-of-range': ({ field, least, most }) => `${field} must be between ${least} and ${most}.`,
  negative: ({ field }) => `${field} must be 0 or more.`,
  length: ({ field, least, most }) => `${field} must be ${least} to ${thousands(most)} characters long.`,
  'line-length': ({ field, least, most }) => `${field} must be ${least} to ${most} characters long, on one line.`,
  'too-long': ({ field, most }) => `${field} must be at most ${thousands(most)} characters long.`,
  'control-characters': ({ field }) => `${field} can’t contain control characters.`,
  'direction-characters': ({ field }) => `${field} can’t contain characters that change the writing direction.`,
  'nul-character': ({ field }) => `${field} can’t contain the NUL character.`,
  'not-username': ({ field, least, most }) =>
    `${field} must be ${least} to ${most} characters: letters, numbers, _ or -.`,
  reserved: ({ field }) => `${field} is reserved.`,
  'not-email': 'Enter a valid email address.',
  'own-email': 'This is already your email address.',
  'wrong-password': ({ field }) => `${field} is incorrect.`,
  'weak-password': ({ field }) => `${field} is too easy to guess; try a longer one or several words.`,
  'not-repeated': 'The passwords don’t match.',
  'not-word': ({ word }) => `Type ${word} to confirm.`,
  'not-code': 'Use the link in our latest email.',
  'not-on-keyboard': ({ field, character: code }) =>
    `${field} can only contain characters found on a standard keyboard; ${character(code)} isn’t one.`,
  'text-length': ({ field, least, most, length }) =>
    `${field} must be ${least} to ${most} characters long; this one has ${length}.`,
  'not-web-address': ({ field, most }) =>
    `${field} must be a web address of at most ${most} characters, starting with http:// or https://.`,
  'not-price': ({ field, most }) => `${field} must be $0.01 to $${most}, in whole cents.`,
  'not-filename': ({ field, most }) =>
    `${field} must be 1 to ${most} characters: letters, numbers, _ or -, without .png.`,
  'no-image': 'No image has this filename. Upload one, or add it to /img/skins/ as a .png first.',
  'image-too-large': ({ field, kib }) => `${field} must be a PNG of at most ${kib} KiB.`,
  'image-too-wide': ({ field, pixels }) => `${field} must be a PNG of at most ${pixels} pixels per side.`,
  'image-not-square': ({ field }) => `${field} must be a square PNG.`,
  'image-unreadable': ({ field }) => `${field} must be a valid PNG.`,
  'not-payment-id': ({ field, least, most }) =>
    `${field} must be ${least} to ${most} characters: letters, numbers, or -.`,
  'other-skin': 'This payment is for a different skin.',
  'other-payer': 'This payment was approved by a different PayPal account.',

  'room-full': 'This race is full.',
  'race-begun': 'This race has already started.',
  'unknown-room': 'This race doesn’t exist or has ended.',
  'too-many-seats': 'You’re in too many races. Leave one and try again.',

  'too-many-events': 'Too many actions at once. Wait a second and try again.',
  'too-many-windows': 'You have opened too many windows. This one was closed.',
  'too-many-rooms': 'You’re in too many races. Leave one and try again.',
  'room-busy': 'This race is busy. Please try again.',
  'room-closed': 'This race is closed.',
  'room-expired': 'Nobody started this race in time, so its room has closed.',
  'not-starter': 'Somebody else starts this race.',
  'not-alone': 'This race starts by itself, since you are not alone.',
  'no-seat': 'Join the race first.',
  'race-over': 'The race is over.',
  'too-fast': 'That was faster than anyone can type, so it doesn’t count.',
  'too-many-keys': 'That’s more keys than anyone can press in that time.',
  'wrong-keys': 'Your keystrokes don’t match the text, so the result doesn’t count.',
  'wrong-times': 'The times of your keystrokes don’t match, so the result doesn’t count.',
  'result-not-saved': 'We couldn’t save your result.',
  'taken-over': 'You joined this race from another window.',
  'race-broken': 'This race ended early because of a problem on our end.',
};

/** `4000` as `4,000`. */
function thousands(count: string | undefined): string {
  return Number(count).toLocaleString('en');
}

/** The fields that have another name in forms than in the api. */
const fields: Readonly<Record<string, string>> = {
  passwordConfirm: 'password confirmation',
  oldPassword: 'old password',
  newPassword: 'new password',
  confirmPassword: 'password confirmation',
  confirmationText: 'confirmation word',
  keyName: 'name',
  explanation: 'reason',
  feedback: 'message',
  url: 'URL for proof',
  paymentId: 'payment number',
  payerId: 'payer',
  wpm: 'speed',
  days: 'number of days',
  newUsername: 'new username',
  query: 'search',
  words: 'report',
  rounds: 'text of a round',
  showsNames: 'setting for names',
};

export const inEnglish = errorsIn(words, (field = 'request') => `The ${fields[field] ?? field}`);
