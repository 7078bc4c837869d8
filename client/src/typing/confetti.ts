import confetti from 'canvas-confetti';
import { colorOf } from '../design/colorOf';
import classes from './confetti.module.css';

/** Shows confetti, unless motion is unwanted. */
export async function throwConfetti(): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.className = classes.confetti ?? '';
  // The library's own canvas is not hidden from screen readers, which get an announcement instead.
  canvas.setAttribute('aria-hidden', 'true');
  document.body.append(canvas);
  try {
    // Without a worker: the library loads it from a blob, which the content security policy forbids.
    await confetti.create(canvas, { resize: true, useWorker: false })({
      particleCount: 140,
      spread: 80,
      origin: { y: 0.7 },
      colors: ['accent', 'accent-strong', 'accent-2', 'accent-3', 'medal-gold'].map(colorOf),
      disableForReducedMotion: true,
    });
  } finally {
    canvas.remove();
  }
}
