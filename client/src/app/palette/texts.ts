import { text } from '../../core/text';

export const field = text('Type a setting, a screen or an action', 'Escribe un ajuste, una pantalla o una acción');
export const list = text('Settings, screens and actions', 'Ajustes, pantallas y acciones');
export const nothing = text('Nothing found.', 'No se encontró nada.');
export const keepSettings = text('Keep my settings', 'Conservar mis ajustes');
export const resetSettings = text('Reset all of them', 'Restablecerlos todos');
export const keys = text(
  '↑ ↓ to move · Enter to choose · Esc to close',
  '↑ ↓ para moverte · Enter para elegir · Esc para cerrar',
);
