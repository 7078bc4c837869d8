import { loadExtra, Script, type ScriptServer } from '../platform/loading';
import classes from './celebrate.module.css';

const script = new Script(async (server) => (await loadExtra(() => import('canvas-confetti'), server)).default);

/** Throws confetti, except where motion is unwanted. Its script is loaded when it is earned. */
export async function celebrate(server: ScriptServer): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.className = classes.confetti ?? '';
  // The library's own canvas is not hidden from screen readers, to which the victory is announced.
  canvas.setAttribute('aria-hidden', 'true');
  try {
    const confetti = await script.load(server);
    document.body.append(canvas);
    // Without its worker, which would come from a blob: the content security policy forbids that.
    await confetti.create(canvas, { resize: true, useWorker: false })({
      particleCount: 140,
      spread: 80,
      origin: { y: 0.7 },
      colors: ['#0e5d45', '#48d6a4', '#4fd3e0', '#b0126b', '#ff7abf', '#f2c14e'],
      disableForReducedMotion: true,
    });
  } catch (error) {
    console.error('the confetti could not be loaded', error);
  } finally {
    canvas.remove();
  }
}
