import { text } from '../core/text';

export const code = text('Code', 'Código');
export const codeHint = text('Eight letters and digits, such as k3f9 wq2m', 'Ocho letras y cifras, como k3f9 wq2m');
export const noCode = text('A code has eight letters and digits.', 'Un código tiene ocho letras y cifras.');
export const join = text('Join the race', 'Entrar en la carrera');
