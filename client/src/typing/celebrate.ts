import { loadExtra, Script, type ScriptServer } from '../platform/loading';
import classes from './celebrate.module.css';

const script = new Script(async (server) => (await loadExtra(() => import('canvas-confetti'), server)).default);

/** Confetti in the colours of the house, except where motion is unwanted. Its script is loaded when it is earned. */
export async function celebrate(server: ScriptServer): Promise<void> {
  const sky = document.createElement('canvas');
  sky.className = classes.sky ?? '';
  // Not for those who listen: they were told that they have won.
  sky.ariaHidden = 'true';
  try {
    const confetti = await script.load(server);
    document.body.append(sky);
    // Without its worker, which would come from a blob: the content security policy forbids that.
    const fire = confetti.create(sky, { resize: true, useWorker: false });
    await fire({
      particleCount: 140,
      spread: 80,
      origin: { y: 0.7 },
      colors: ['#0e5d45', '#48d6a4', '#4fd3e0', '#b0126b', '#ff7abf', '#f2c14e'],
      disableForReducedMotion: true,
    });
  } catch (error) {
    console.error('the confetti could not be loaded', error);
  } finally {
    sky.remove();
  }
}
