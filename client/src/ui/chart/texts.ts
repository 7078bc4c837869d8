import { text } from '../../core/text';

export const asTable = text('Show as a table', 'Ver como tabla');
