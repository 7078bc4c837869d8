import { colorOf } from '../design/colorOf';
import { Script } from '../platform/loading';
import classes from './celebrate.module.css';

const script = new Script(async () => (await import('canvas-confetti')).default);

/** Shows confetti, unless motion is unwanted. Loads its script on first use. */
export async function celebrate(): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.className = classes.confetti ?? '';
  // The library's own canvas is not hidden from screen readers, which get an announcement instead.
  canvas.setAttribute('aria-hidden', 'true');
  try {
    const confetti = await script.load();
    document.body.append(canvas);
    // Without a worker: the library loads it from a blob, which the content security policy forbids.
    await confetti.create(canvas, { resize: true, useWorker: false })({
      particleCount: 140,
      spread: 80,
      origin: { y: 0.7 },
      colors: ['accent', 'accent-strong', 'accent-2', 'accent-3', 'medal-gold'].map(colorOf),
      disableForReducedMotion: true,
    });
  } catch (error) {
    console.error('the confetti could not be loaded', error);
  } finally {
    canvas.remove();
  }
}
