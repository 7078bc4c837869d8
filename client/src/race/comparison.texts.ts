import { formats, text } from '../core/text';

export const best = text('New personal best!', '¡Nueva mejor marca personal!');
export const first = text('Your first race is your first best.', 'Tu primera carrera es tu primera mejor marca.');
export const aboveBest = text(
  (speed: string) => `${speed} above your best so far`,
  (speed: string) => `${speed} más que tu mejor marca hasta hoy`,
);
export const belowBest = text(
  (speed: string) => `${speed} below your best`,
  (speed: string) => `${speed} menos que tu mejor marca`,
);
export const aboveAverage = text(
  (speed: string) => `${speed} above your average`,
  (speed: string) => `${speed} más que tu promedio`,
);
export const belowAverage = text(
  (speed: string) => `${speed} below your average`,
  (speed: string) => `${speed} menos que tu promedio`,
);
export const behind = text(
  (seconds: number, username: string) => `${formats.en.decimals(seconds)} s behind ${username}`,
  (seconds: number, username: string) => `${formats.es.decimals(seconds)} s después de ${username}`,
);
export const ahead = text(
  (seconds: number, username: string) => `${formats.en.decimals(seconds)} s ahead of ${username}`,
  (seconds: number, username: string) => `${formats.es.decimals(seconds)} s antes que ${username}`,
);
export const level = text(
  (username: string) => `Level with ${username}`,
  (username: string) => `Empate con ${username}`,
);
