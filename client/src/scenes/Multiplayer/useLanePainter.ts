import { autorun } from 'mobx';
import { type RefObject, useLayoutEffect } from 'react';
import type { Racer } from '../../stores/Racer';
import type { RaceStore } from '../../stores/RaceStore';
import { strings } from '../../strings';
import { onNextBeat } from './laneBeat';

/** The elements of a lane that show how far its racer is. */
export interface LaneElements {
  path: RefObject<HTMLElement | null>;
  percent: RefObject<HTMLElement | null>;
  place: RefObject<HTMLElement | null>;
}

/** Keeps a lane's numbers and its bird where the racer is: at once when the lane appears, then at every beat. */
export function useLanePainter(race: RaceStore, racer: Racer, { path, percent, place }: LaneElements): void {
  useLayoutEffect(() => {
    let isFirst = true;
    return autorun(
      () => {
        const { completed } = racer;
        const position = race.placeOf(racer);
        path.current?.style.setProperty('--completed', String(completed / 100));
        path.current?.setAttribute('aria-valuenow', String(completed));
        setText(percent.current, `${completed}${strings.common.percent}`);
        setText(place.current, position === null ? '' : String(position));
      },
      {
        scheduler(run) {
          if (isFirst) run();
          else onNextBeat(run);
          isFirst = false;
        },
      },
    );
  }, [race, racer, path, percent, place]);
}

function setText(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
