import { loadExtra, Script, type ScriptServer } from '../platform/loading';

const script = new Script(async (server) => (await loadExtra(() => import('canvas-confetti'), server)).default);

/** Throws confetti, except where motion is unwanted. Its script is loaded when it is earned. */
export async function celebrate(server: ScriptServer): Promise<void> {
  try {
    const confetti = await script.load(server);
    // Without its worker, which would come from a blob: the content security policy forbids that.
    await confetti.create(undefined, { resize: true, useWorker: false })({
      particleCount: 140,
      spread: 80,
      origin: { y: 0.7 },
      colors: ['#0e5d45', '#48d6a4', '#4fd3e0', '#b0126b', '#ff7abf', '#f2c14e'],
      disableForReducedMotion: true,
    });
  } catch (error) {
    console.error('the confetti could not be loaded', error);
  }
}
