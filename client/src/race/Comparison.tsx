import { observer } from 'mobx-react-lite';
import { useText } from '../core/useText';
import { ComparisonLines } from '../typing/ComparisonLines';
import { compared, type SpeedStatistics, speedsOf } from '../typing/rules/comparison';
import classes from './Comparison.module.css';
import * as texts from './comparison.texts';
import type { Race } from './Race';
import { neighborOf } from './standing';

export interface ComparisonProps {
  race: Race;
  /** Our statistics before the race; null if they are not known. */
  before: SpeedStatistics | null;
}

/** Our result beside our best and average, if it counts, and beside the racer one place ahead. */
export const Comparison = observer(function Comparison({ race, before }: ComparisonProps) {
  const t = useText();
  const { own, outcome, username, roster } = race;
  const counts =
    race.delivery.result.kind === 'saved' && outcome !== null && own !== null && race.placeOf(own) !== null;
  if (!counts) return null;
  const standing = before && compared(outcome.wpm, speedsOf(before));
  const neighbor = neighborOf(roster.standings, username);
  return (
    <>
      {before && !standing && <p className={classes.best}>{t(texts.first)}</p>}
      {standing?.isBest && <p className={classes.best}>{t(texts.best)}</p>}
      <ComparisonLines comparison={standing}>
        {neighbor && (
          <li>
            {neighbor.lead === 0
              ? t(texts.level)(neighbor.username)
              : t(neighbor.lead > 0 ? texts.behind : texts.ahead)(Math.abs(neighbor.lead), neighbor.username)}
          </li>
        )}
      </ComparisonLines>
    </>
  );
});
