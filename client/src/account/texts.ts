import limits from '../../openapi/limits.json';
import { formats, text } from '../core/text';

export const username = text('Username', 'Nombre de usuario');
export const usernameHint = text(
  `${limits.username.minLength} to ${limits.username.maxLength} characters: letters, numbers, _ or -`,
  `De ${limits.username.minLength} a ${limits.username.maxLength} caracteres: letras, números, _ o -`,
);
export const email = text('Email', 'Correo electrónico');
export const country = text('Country', 'País');
export const countryNone = text('Prefer not to say', 'Prefiero no decirlo');
export const countryList = text('Countries', 'Países');
export const countryUnknown = text('No matching country', 'Ningún país coincide');
export const countriesFound = text(
  (count: number) => formats.en.counted(count, 'country', 'countries'),
  (count: number) => formats.es.counted(count, 'país', 'países'),
);
export const password = text('Password', 'Contraseña');
export const passwordHint = text(
  `At least ${limits.password.minLength} characters`,
  `Al menos ${limits.password.minLength} caracteres`,
);
export const passwordConfirm = text('Confirm password', 'Confirmar contraseña');
export const signup = text('Sign up', 'Crear cuenta');
export const signupLead = text(
  'One account for races, stats, and skins.',
  'Una cuenta para carreras, estadísticas y aspectos.',
);
export const keptResult = text(
  (speed: string) => `Your last practice on this device, ${speed}, is saved in the new account.`,
  (speed: string) => `Tu última práctica en este dispositivo, a ${speed}, se guarda en la cuenta nueva.`,
);
export const signedUp = text('Successfully signed up', 'Cuenta creada');
export const login = text('Login', 'Iniciar sesión');
export const loginLead = text('Good to see you again.', 'Qué gusto verte de nuevo.');
export const loggedIn = text('Successfully logged in', 'Sesión iniciada');
export const forgot = text('Forgot password?', '¿Olvidaste tu contraseña?');
export const toSignup = text('Signup', 'Crear cuenta');
export const noAccount = text('No account yet?', '¿Todavía no tienes cuenta?');
export const hasAccount = text('Already have an account?', '¿Ya tienes una cuenta?');
export const storageBlocked = text(
  'Your browser is blocking site data. Allow it to stay logged in and race.',
  'Tu navegador bloquea los datos de este sitio. Permítelos para mantener tu sesión y competir.',
);
export const throttled = text(
  'You tried to many times. Please wait 10 seconds',
  'Lo intentaste demasiadas veces. Espera 10 segundos',
);

export const settingsHeading = text('Your account', 'Tu cuenta');
export const needSignIn = text('You need to sign in!', '¡Tienes que iniciar sesión!');
export const settingsChange = text('Change', 'Cambiar');
export const viewProfile = text('View your profile', 'Ver tu perfil');
export const changeUsername = text('Change username', 'Cambiar el nombre de usuario');
export const changedUsername = text('Successfully changed username', 'Nombre de usuario cambiado');
export const settingsUsernameHint = text(
  'Your old username stays reserved for you for 30 days.',
  'Tu nombre de usuario anterior queda reservado para ti durante 30 días.',
);
export const changeEmail = text('Change email', 'Cambiar el correo');
export const changedEmail = text(
  'We sent an email to your new address. Please check your inbox.',
  'Enviamos un correo a tu nueva dirección. Revisa tu bandeja de entrada.',
);
export const emailHint = text(
  'We’ll send a link there to confirm it’s yours. Until then, your old address keeps working.',
  'Te enviaremos un enlace para confirmar que es tuyo. Hasta entonces, tu dirección anterior sigue funcionando.',
);
export const signIn = text('Login details', 'Datos de acceso');
export const unverified = text(
  'Your email address has not been verified. Please check your email.',
  'Tu correo aún no está verificado. Revisa tu bandeja de entrada.',
);
export const resend = text('Resend email', 'Reenviar el correo');
export const resent = text(
  'We sent you another email. Please check your inbox.',
  'Te enviamos otro correo. Revisa tu bandeja de entrada.',
);
export const countryTitle = text('Country', 'País');
export const countryLead = text('Shown as a flag next to your name.', 'Se muestra como bandera junto a tu nombre.');
export const countryFailed = text('Could not load your country', 'No se pudo cargar tu país');
export const changeCountry = text('Change country', 'Cambiar el país');
export const changedCountry = text('Successfully changed country', 'País cambiado');
export const passwordTitle = text('Password', 'Contraseña');
export const passwordLead = text(
  'Changing your password logs you out on all other devices.',
  'Al cambiar la contraseña se cierra la sesión en tus otros dispositivos.',
);
export const oldPassword = text('Old password', 'Contraseña actual');
export const newPassword = text('New password', 'Contraseña nueva');
export const confirmPassword = text('Confirm new password', 'Confirmar contraseña nueva');
export const changePassword = text('Change password', 'Cambiar la contraseña');
export const changedPassword = text('Successfully changed password', 'Contraseña cambiada');
export const sessionTitle = text('Session', 'Sesión');
export const sessionLead = text(
  'Your stats and skins will be here when you’re back.',
  'Tus estadísticas y aspectos te esperan cuando vuelvas.',
);
export const logout = text('Log out', 'Cerrar sesión');
export const logoutEverywhere = text('Log out everywhere', 'Cerrar sesión en todas partes');
export const logoutEverywhereHint = text(
  'Everywhere means all your devices, this one included.',
  'Se cierra en todos tus dispositivos, también en este.',
);
export const watchingTitle = text('Watchers', 'Público');
export const watchingLead = text(
  'Anyone may watch public races. Private ones are never shown.',
  'Cualquiera puede ver las carreras públicas. Las privadas no se muestran nunca.',
);
export const watchingFailed = text('We couldn’t load these settings', 'No pudimos cargar estos ajustes');
export const shown = text('Show me to watchers', 'Mostrarme al público');
export const shownHint = text(
  'If it is off, your lane has no name and no skin. It applies from your next race on.',
  'Si no, tu carril no tiene nombre ni aspecto. Vale a partir de tu próxima carrera.',
);
export const overlay = text('Overlay for streams', 'Superposición para transmisiones');
export const overlayHint = text(
  'A transparent page for your streaming program, which follows your public races. Everyone who knows your name can open it.',
  'Una página transparente para tu programa de transmisión, que sigue tus carreras públicas. Puede abrirla quien sepa tu nombre.',
);
export const dataTitle = text('Your data', 'Tus datos');
export const dataLead = text(
  'A copy of everything we keep about you, as one ZIP file in JSON.',
  'Una copia de todo lo que guardamos sobre ti, en un archivo ZIP en JSON.',
);
export const downloadData = text('Download my data', 'Descargar mis datos');
export const dataPending = text('Preparing your file...', 'Preparando tu archivo...');
export const apiKeysTitle = text('API keys', 'Claves de la API');
export const apiKeysLead = text(
  'For programs that read profiles and leaderboards: [the API](/api/v1/openapi.json). A key gives no access to your account, and works until you revoke it.',
  'Para programas que leen perfiles y clasificaciones: [la API](/api/v1/openapi.json). Una clave no da acceso a tu cuenta y funciona hasta que la revoques.',
);
export const apiKeysFailed = text('We couldn’t load your API keys', 'No pudimos cargar tus claves');
export const apiKeyName = text('Name of the new key', 'Nombre de la clave nueva');
export const apiKeyNameHint = text(
  'So that you can tell it from your other keys',
  'Para distinguirla de tus otras claves',
);
export const makeApiKey = text('Create API key', 'Crear una clave de API');
export const apiKeyMade = text(
  'Your new key. Copy it now: it won’t be shown again.',
  'Tu clave nueva. Cópiala ahora: no se mostrará otra vez.',
);
export const copyApiKey = text('Copy the key', 'Copiar la clave');
export const apiKeyMadeOn = text(
  (date: string) => `Made on ${date}`,
  (date: string) => `Creada el ${date}`,
);
export const apiKeyUsed = text(
  (date: string) => `last used on ${date}`,
  (date: string) => `usada por última vez el ${date}`,
);
export const apiKeyUnused = text('never used', 'nunca usada');
export const revokeApiKey = text('Revoke', 'Revocar');
export const revokeApiKeyTitle = text(
  (name: string) => `Revoke ${name}`,
  (name: string) => `Revocar ${name}`,
);
export const revokeApiKeyText = text(
  'Programs with this key will be refused at once. This can’t be undone.',
  'Los programas con esta clave dejarán de funcionar de inmediato. No se puede deshacer.',
);
export const keepApiKey = text('Keep the key', 'Conservar la clave');
export const apiKeyRevoked = text('API key revoked', 'Clave revocada');
export const deleteTitle = text('Delete account', 'Eliminar la cuenta');
export const deleteLead = text(
  'Your results, stats, skins, and personal data will be permanently deleted. This can’t be undone.',
  'Se borrarán tus resultados, estadísticas, aspectos y datos personales para siempre. No se puede deshacer.',
);
export const confirmation = text('Type IRREVERSIBLE to confirm', 'Escribe IRREVERSIBLE para confirmar');
export const settingsDelete = text('Delete account', 'Eliminar la cuenta');
export const deleted = text('Successfully changed country', 'Cuenta eliminada');
export const settingsLoading = text('Loading your account', 'Cargando tu cuenta');

export const forgotTitle = text('Forgot Password', '¿Olvidaste tu contraseña?');
export const forgotLead = text(
  'Enter your email and we’ll send you a link to reset your password.',
  'Escribe tu correo y te enviaremos un enlace para restablecer tu contraseña.',
);
export const passwordSubmit = text('Submit', 'Enviar');
export const passwordSent = text(
  'We sent you an email. Please check your inbox to reset you password.',
  'Te enviamos un correo. Revisa tu bandeja de entrada para restablecer tu contraseña.',
);
export const remembered = text('Back to login', 'Volver al inicio de sesión');
export const resetTitle = text('Reset password', 'Restablecer la contraseña');
export const resetLead = text('Choose a new password.', 'Elige una contraseña nueva.');
export const reset = text('Reset', 'Restablecer');
export const passwordDone = text(
  'Password has been successfully reset. You can login now.',
  'Tu contraseña se restableció. Ya puedes iniciar sesión.',
);

export const pending = text('Verifying your email...', 'Verificando tu correo...');
export const verifyDone = text('Your email is now verified!', '¡Tu correo está verificado!');
export const reward = text('Here’s a new skin as a thank-you.', 'Como agradecimiento, aquí tienes un aspecto nuevo.');
export const rewardAlt = text(
  (skin: string) => `Your new skin: ${skin}`,
  (skin: string) => `Tu aspecto nuevo: ${skin}`,
);
export const verifyFailed = text('We couldn’t verify your email', 'No pudimos verificar tu correo');
export const newLink = text('Request a new link', 'Pedir un enlace nuevo');
export const already = text('Your email is already verified', 'Tu correo ya está verificado');

export const restoreTitle = text('Restore email address', 'Restaurar el correo');
export const restoreLead = text(
  'Your account gets this email address back, and all devices are logged out.',
  'Tu cuenta recupera este correo y se cierra la sesión en todos los dispositivos.',
);
export const restoreSubmit = text('Take the change back', 'Deshacer el cambio');
export const restoreDone = text('Your email address is restored', 'Tu correo está restaurado');
export const loggedOut = text(
  'All devices have been logged out. If you didn’t make the change, someone knows your password: choose a new one.',
  'Se cerró la sesión en todos los dispositivos. Si no hiciste el cambio, alguien conoce tu contraseña: elige una nueva.',
);

export const blocksTitle = text('Blocked users', 'Personas bloqueadas');
export const blocksLead = text(
  'We keep you out of races with them as long as there is another one.',
  'Te ponemos en otras carreras siempre que haya alguna.',
);
export const blocksFailed = text('Couldn’t load the blocked users', 'No se pudieron cargar las personas bloqueadas');
export const noBlocks = text(
  'You block nobody. The button is on the profile of a racer.',
  'No bloqueas a nadie. El botón está en el perfil de cada persona.',
);
export const blockedSince = text(
  (date: string) => `Blocked since ${date}`,
  (date: string) => `Bloqueo desde el ${date}`,
);
export const unblock = text('Unblock', 'Desbloquear');
export const unblockUser = text(
  (name: string) => `Unblock ${name}`,
  (name: string) => `Desbloquear a ${name}`,
);
export const unblocked = text(
  (name: string) => `You no longer block ${name}.`,
  (name: string) => `Ya no bloqueas a ${name}.`,
);

export const bannedTitle = text('Your account is banned', 'Tu cuenta está suspendida');
export const bannedFailed = text('Couldn’t load your ban', 'No se pudo cargar tu suspensión');
export const bannedOver = text(
  'This page is for banned users who have just logged in. Log in to see it again.',
  'Esta página es para cuentas suspendidas que acaban de iniciar sesión. Inicia sesión para volver a verla.',
);
export const bannedSince = text('Since', 'Desde');
export const bannedUntil = text('Until', 'Hasta');
export const bannedForGood = text('For good', 'Para siempre');
export const bannedReason = text('Reason', 'Motivo');
export const bannedHidden = text(
  'You can’t race, and your profile and results are hidden, as long as the ban lasts.',
  'Mientras dure la suspensión no puedes correr, y tu perfil y tus resultados no se muestran.',
);
export const replyTitle = text('Reply to us', 'Respóndenos');
export const replyLead = text(
  'If we are wrong, tell us why. You can reply once.',
  'Si nos equivocamos, dinos por qué. Puedes responder una vez.',
);
export const reply = text('Your reply', 'Tu respuesta');
export const sendReply = text('Send reply', 'Enviar respuesta');
export const replied = text('Your reply', 'Tu respuesta');
