import { text } from '../core/text';

export const eggs = text(
  {
    cat: 'You followed the source and found the cat! It’s in your collection now.',
    capybara: 'You asked who made this and found the capybara! It’s in your collection now.',
    bee: 'You spread the word and found the bee! It’s in your collection now.',
  },
  {
    cat: '¡Seguiste el código y encontraste al gato! Ya está en tu colección.',
    capybara: '¡Preguntaste quién hizo esto y encontraste al capibara! Ya está en tu colección.',
    bee: '¡Corriste la voz y encontraste a la abeja! Ya está en tu colección.',
  },
);

export const changed = text(
  (skin: string) => `Now wearing ${skin}`,
  (skin: string) => `Ahora llevas el aspecto ${skin}`,
);
