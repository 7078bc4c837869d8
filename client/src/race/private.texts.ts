import { text } from '../core/text';

export const privateRace = text('Private race', 'Carrera privada');
export const enterCode = text('Enter a code', 'Escribir un código');
