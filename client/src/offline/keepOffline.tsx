import type { NoticeStore } from '../core/NoticeStore';
import type { RootStore } from '../core/RootStore';
import { site } from '../core/site';
import { text } from '../core/text';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { Button } from '../ui/Button';

const updated = text(`${site.product} has been updated.`, `Hay una versión nueva de ${site.product}.`);

const { serviceWorker } = navigator;

/** Resolves once the service worker of this page is registered. */
let registered: Promise<ServiceWorkerRegistration> | undefined;

/**
 * Lets the service worker at the address `script` keep the site, with words and texts in a language. If the browser
 * refuses, everything works as without one.
 */
export async function keepOffline({ notice }: RootStore, script: string, language: string): Promise<void> {
  registered ??= register(notice, script);
  const registration = await registered.catch((error: unknown) => {
    // It may succeed the next time.
    registered = undefined;
    throw error;
  });
  await settled(registration.installing ?? registration.waiting);
  registration.active?.postMessage(language);
}

/** Resolves once a new worker has taken over or failed. Work for the one before would delay that. */
async function settled(worker: ServiceWorker | null): Promise<void> {
  while (worker && worker.state !== 'activated' && worker.state !== 'redundant')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
}

/** Registers the service worker. A page that stays open while another release takes over says so once. */
async function register(notice: NoticeStore, script: string): Promise<ServiceWorkerRegistration> {
  const registration = await serviceWorker.register(script);
  serviceWorker.addEventListener('message', function listen({ data: newest }: MessageEvent<string>) {
    const own = document.querySelector<HTMLScriptElement>('script[type=module]');
    if (own?.src.endsWith(newest)) return;
    serviceWorker.removeEventListener('message', listen);
    notice.keep(() => <NewRelease />);
  });
  // By itself, the browser looks for a new release only when a page is opened.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => {});
  });
  return registration;
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
