/**
 * Starts the page in two steps: its stores, which send the first calls, and then its frame. React and the screens load
 * while the stores run and the server answers.
 */
// Imported first, so that the styles of components override these.
import '../design/tokens.css';
import '../design/base.css';
import { prepared, root } from './page';
import '../design/fonts.css';
import '../design/typefaces.css';
import { loadScript } from '../platform/loading';
import { whenOpened } from '../platform/prerender';

const frame = loadScript('Frame', () => import('./frame'));
// A screen takes a seat in a race, or redeems the code of a mail.
void whenOpened().then(async () => (await frame).show(root, prepared));
