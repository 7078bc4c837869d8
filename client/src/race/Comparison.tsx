import { observer } from 'mobx-react-lite';
import { useText } from '../core/useText';
import { useSpeed } from '../typing/useSpeed';
import classes from './Comparison.module.css';
import * as texts from './comparison.texts';
import type { Race } from './Race';
import { type Before, compared, neighborOf } from './standing';

export interface ComparisonProps {
  race: Race;
  /** Our statistics before the race; null if they are not known. */
  before: Before | null;
}

/** Our result beside our best and average, if it counts, and beside the racer one place ahead. */
export const Comparison = observer(function Comparison({ race, before }: ComparisonProps) {
  const t = useText();
  const speed = useSpeed();
  const { own, outcome, username, roster } = race;
  const counts =
    race.delivery.result.kind === 'saved' && outcome !== null && own !== null && race.placeOf(own) !== null;
  if (!counts) return null;
  const standing = before && compared(outcome, before);
  const neighbor = neighborOf(roster.standings, username);
  const inSpeed = (wpm: number) => `${speed.decimals(Math.abs(wpm))} ${speed.name}`;
  return (
    <>
      {before && !standing && <p className={classes.best}>{t(texts.first)}</p>}
      {standing?.isBest && <p className={classes.best}>{t(texts.best)}</p>}
      <ul className={classes.lines}>
        {standing && (
          <>
            <li>{t(standing.isBest ? texts.aboveBest : texts.belowBest)(inSpeed(standing.overBest))}</li>
            <li>
              {t(standing.overAverage >= 0 ? texts.aboveAverage : texts.belowAverage)(inSpeed(standing.overAverage))}
            </li>
          </>
        )}
        {neighbor && (
          <li>
            {neighbor.lead === 0
              ? t(texts.level)(neighbor.username)
              : t(neighbor.lead > 0 ? texts.behind : texts.ahead)(Math.abs(neighbor.lead), neighbor.username)}
          </li>
        )}
      </ul>
    </>
  );
});
