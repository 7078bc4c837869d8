import { observer } from 'mobx-react-lite';
import { type Translate, useText } from '../core/useText';
import { ComparisonLines } from '../typing/ComparisonLines';
import { compared, type SpeedStatistics, speedsOf } from '../typing/rules/comparison';
import classes from './Comparison.module.css';
import * as texts from './comparison.texts';
import type { Race } from './Race';
import { closenessOf } from './standing';
import * as raceTexts from './texts';

export interface ComparisonProps {
  race: Race;
  /** Our statistics before the race; null if they are not known. */
  before: SpeedStatistics | null;
}

/** Our result beside our best and average, if it counts, and how close it was. */
export const Comparison = observer(function Comparison({ race, before }: ComparisonProps) {
  const t = useText();
  const { own, outcome, username, roster } = race;
  const counts =
    race.delivery.result.kind === 'saved' && outcome !== null && own !== null && race.placeOf(own) !== null;
  if (!counts) return null;
  const standing = before && compared(outcome.wpm, speedsOf(before));
  const closeness = closenessOf(roster.standings, username);
  return (
    <>
      {before && !standing && <p className={classes.best}>{t(texts.first)}</p>}
      {standing?.isBest && <p className={classes.best}>{t(texts.best)}</p>}
      <ComparisonLines comparison={standing}>{closeness && <li>{inWords(closeness, t)}</li>}</ComparisonLines>
    </>
  );
});

/** Returns a result such as "3rd place, 0.40 s behind the winner". */
function inWords({ place, seconds, next }: NonNullable<ReturnType<typeof closenessOf>>, t: Translate): string {
  const ahead = (username: string) => (seconds === 0 ? t(texts.level)(username) : t(texts.ahead)(seconds, username));
  return `${t(raceTexts.place)(place)}, ${next === null ? t(texts.behindWinner)(seconds) : ahead(next)}`;
}
