import type { RootStore } from '../core/RootStore';
import { site } from '../core/site';
import { text } from '../core/text';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { Button } from './Button';

const updated = text(`${site.product} has been updated.`, `Hay una versión nueva de ${site.product}.`);

let hasStarted = false;

/**
 * Registers the service worker at the address `script`, once per page. If the browser refuses, everything works as
 * without one. A page that stays open while another release takes over says so.
 */
export async function keepOffline({ notice, settings }: RootStore, script: string): Promise<void> {
  if (hasStarted) return;
  hasStarted = true;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data: newest }) => {
    const own = document.querySelector<HTMLScriptElement>('script[type=module]');
    if (!own?.src.endsWith(newest)) notice.keep(() => <NewRelease />);
  });
  await serviceWorker.register(script);
  serviceWorker.ready.then(({ active }) => active?.postMessage(settings.textLanguage));
  // By itself, the browser looks for a new release only when a page is opened.
  document.addEventListener('visibilitychange', async () => {
    if (document.visibilityState === 'hidden') return;
    const registration = await serviceWorker.getRegistration();
    registration?.update().catch(() => {});
  });
}

function NewRelease() {
  const t = useText();
  return (
    <>
      <span>{`${t(updated)} `}</span>
      <Button kind="primary" onClick={() => window.location.reload()}>
        {t(commonTexts.reload)}
      </Button>
    </>
  );
}
