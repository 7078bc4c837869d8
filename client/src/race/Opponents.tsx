import { observer } from 'mobx-react-lite';
import { useText } from '../core/useText';
import { ReportAndBlock } from '../report/ReportAndBlock';
import * as reportTexts from '../report/texts';
import { Details } from '../ui/Details';
import type { Race } from './Race';
import classes from './RaceResults.module.css';

/** The other racers, each with buttons that report and block them: their run if there is one, else their name. */
export const Opponents = observer(function Opponents({ race }: { race: Race }) {
  const t = useText();
  const others = [...race.roster.racers.values()].filter(({ username }) => username !== race.username);
  if (others.length === 0) return null;
  return (
    <div className={classes.opponents}>
      <Details summary={t(reportTexts.opponents)}>
        {() => (
          <ul aria-label={t(reportTexts.opponents)}>
            {others.map(({ username, outcome }) => (
              <li key={username}>
                <span className={classes.opponent}>{username}</span>
                <ReportAndBlock username={username} room={outcome ? race.code : undefined} />
              </li>
            ))}
          </ul>
        )}
      </Details>
    </div>
  );
});
