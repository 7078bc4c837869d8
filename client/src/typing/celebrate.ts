import { Script } from '../platform/loading';

const script = new Script(async () => (await import('./confetti')).throwConfetti);

/** Shows confetti, unless motion is unwanted. Loads its script on first use. */
export async function celebrate(): Promise<void> {
  try {
    const throwConfetti = await script.load();
    await throwConfetti();
  } catch (error) {
    console.error('the confetti could not be loaded', error);
  }
}
