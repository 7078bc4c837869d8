import { text } from '../core/text';

export const report = text(
  { name: 'Report', replay: 'Report replay', text: 'Report text' },
  { name: 'Denunciar', replay: 'Denunciar la repetición', text: 'Denunciar el texto' },
);
export const title = text(
  (name: string) => `Report ${name}`,
  (name: string) => `Denunciar a ${name}`,
);
export const titleOfText = text('Report this text', 'Denunciar este texto');
export const send = text('Send report', 'Enviar la denuncia');
export const words = text('What is wrong?', '¿Qué está mal?');
export const hint = text('An admin reads it. Optional.', 'Lo lee un admin. Opcional.');
export const reported = text('Reported. An admin will look at it.', 'Denuncia enviada. La verá un admin.');
export const block = text('Block', 'Bloquear');
export const blocked = text(
  (name: string) => `You block ${name}. Take it back in your account.`,
  (name: string) => `Bloqueas a ${name}. Puedes deshacerlo en tu cuenta.`,
);
export const blockUser = text(
  (name: string) => `Block ${name}`,
  (name: string) => `Bloquear a ${name}`,
);
export const opponents = text('Report or block a racer', 'Denunciar o bloquear a alguien');
