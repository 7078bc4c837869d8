import { useEffect, useLayoutEffect } from 'react';
import { errorText } from '../core/errors/errorText';
import type { RootStore } from '../core/RootStore';
import { useRoot } from '../core/useRoot';
import { afterNextFrame } from '../platform/frame';
import { inFrameNear } from '../platform/inFrameNear';
import { loadScript } from '../platform/loading';
import { celebrate } from '../typing/celebrate';
import { focusTypingInput } from '../typing/TypingInput';
import type { Race, RaceServices } from './Race';
import { StoredKeys } from './StoredKeys';

/** Loads the socket's script after the text is shown, because the text does not need it. */
async function loadTransport() {
  await new Promise<void>(afterNextFrame);
  return (await loadScript('RaceSocket', () => import('../net/raceSocket'))).raceSocket;
}

/** The services that all races on this page have in common. */
export function raceServices(root: RootStore): Omit<RaceServices, 'token' | 'takeSeat' | 'finishes'> {
  return {
    loadTransport,
    stored: new StoredKeys(root.services.storage),
    playSound: (correct) => root.sound.play(correct),
    sayStartRefused: (error) => root.notice.show(errorText(error, root.settings.language)),
    afterPaint: afterNextFrame,
    inFrameNear,
  };
}

/** Takes part in `race` while the component is on the page. */
export function useTakePart(race: Race): void {
  useLayoutEffect(() => {
    void race.enter();
    const storeKeys = () => race.storeKeys();
    window.addEventListener('pagehide', storeKeys);
    return () => {
      window.removeEventListener('pagehide', storeKeys);
      race.leave();
    };
  }, [race]);
}

/** Gives the keys to the text while it is typed, and celebrates a win. Needs an observer. */
export function useTyping({ isTyping, hasJustWon }: Race): void {
  const { palette } = useRoot();
  useEffect(() => {
    if (!isTyping) return;
    focusTypingInput();
    return palette.block();
  }, [isTyping, palette]);
  useEffect(() => {
    if (hasJustWon) void celebrate();
  }, [hasJustWon]);
}
