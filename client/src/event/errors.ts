import type { EventErrorCode } from '../core/errors/errors';
import { explainErrors } from '../core/errors/errorText';
import { type Text, text } from '../core/text';

const words: Readonly<Record<EventErrorCode, Text>> = {
  'not-nickname': text(
    'A nickname has up to 20 characters: letters, numbers, spaces, _ - . or ’.',
    'Un apodo tiene hasta 20 caracteres: letras, números, espacios, _ - . o ’.',
  ),
  'no-such-event': text('There is no event with this code.', 'No hay ningún evento con este código.'),
  'event-over': text('This event is over.', 'Este evento terminó.'),
  'event-locked': text(
    'The host has closed the event to newcomers. Ask them to open it.',
    'Quien organiza cerró la entrada al evento. Pídele que la abra.',
  ),
  'event-full': text('This event is full.', 'Este evento está lleno.'),
  'members-only': text('Log in to join this event.', 'Inicia sesión para entrar en este evento.'),
  'not-in-event': text('Join the event first.', 'Primero entra en el evento.'),
  'removed-from-event': text('The host has removed you from this event.', 'Quien organiza te expulsó de este evento.'),
  'not-host': text('Only its hosts can do this.', 'Solo quienes lo organizan pueden hacer esto.'),
  'unknown-racer': text('This racer is not in the event.', 'Esta persona no está en el evento.'),
  'no-round-left': text('The last round has begun.', 'La última ronda ya empezó.'),
  'not-next-round': text('Another round is next.', 'Le toca a otra ronda.'),
  'nobody-seated': text('Nobody waits for this round.', 'Nadie espera esta ronda.'),
  'unknown-text': text('This text is not available any more.', 'Este texto ya no está disponible.'),
  'too-many-hosted': text(
    'You have too many open events. End one first.',
    'Tienes demasiados eventos abiertos. Termina uno primero.',
  ),
};

explainErrors(words);
