import { formats, text } from '../core/text';

export const best = text('New personal best!', '¡Nueva mejor marca personal!');
export const first = text('Your first race is your first best.', 'Tu primera carrera es tu primera mejor marca.');
export const behindWinner = text(
  (seconds: number) => `${formats.en.decimals(seconds)} s behind the winner`,
  (seconds: number) => `a ${formats.es.decimals(seconds)} s de quien ganó`,
);
export const ahead = text(
  (seconds: number, username: string) => `${formats.en.decimals(seconds)} s ahead of ${username}`,
  (seconds: number, username: string) => `${formats.es.decimals(seconds)} s antes que ${username}`,
);
export const level = text(
  (username: string) => `level with ${username}`,
  (username: string) => `empate con ${username}`,
);
