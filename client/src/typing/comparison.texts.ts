import { text } from '../core/text';

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
