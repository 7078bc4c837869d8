/** The texts of the rooms of friends, which are loaded later than those of the race. */
import { formats, text } from '../core/text';

export const friendsTitle = text('Private race', 'Carrera privada');
export const present = text(
  (racers: number, seats: number) =>
    `${formats.en.number(racers)} of ${formats.en.counted(seats, 'racer', 'racers')} here`,
  (racers: number, seats: number) =>
    `${formats.es.number(racers)} de ${formats.es.counted(seats, 'participante', 'participantes')}`,
);
export const link = text('Link', 'Enlace');
export const code = text('Code to read aloud', 'Código para dictar');
export const beginTogether = text('Start the race', 'Empezar la carrera');
export const begins = text(
  (username: string) => `${username} starts the race.`,
  (username: string) => `${username} da la salida.`,
);
export const openUntil = text(
  (moment: string) => `The room stays open until ${moment}, even if you leave for a while.`,
  (moment: string) => `La sala queda abierta hasta las ${moment}, aunque salgas un rato.`,
);
