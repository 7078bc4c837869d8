import { text } from '../core/text';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { divisions } from '../net/divisions';
import classes from './Division.module.css';

const meaning = text(
  (name: string) => `Division: the best of the last ten verified races, ${name}`,
  (name: string) => `División: la mejor de las últimas diez carreras verificadas, ${name}`,
);

/** The name of a division, given by its lower end in wpm: the speeds between which it is. */
export function divisionName(lowerEnd: number): string {
  const upperEnd = divisions.find((end) => end > lowerEnd);
  return upperEnd === undefined ? `${lowerEnd}+` : `${lowerEnd}–${upperEnd}`;
}

interface Props {
  /** The lower end in wpm. */
  division: number;
  /** Leaves the unit to screen readers. */
  isShort?: boolean;
}

/** A racer's division, always in wpm, so that all racers call it by the same name. */
export function Division({ division, isShort = false }: Props) {
  const t = useText();
  const name = divisionName(division);
  const unit = t(commonTexts.wpm);
  return (
    <span className={classes.division} title={t(meaning)(`${name} ${unit}`)}>
      <span>{name}</span>
      <span className={isShort ? 'visually-hidden' : undefined}>{` ${unit}`}</span>
    </span>
  );
}
