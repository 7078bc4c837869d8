import { observer } from 'mobx-react-lite';
import { useParams } from 'react-router';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import { Lanes } from '../race/Lanes';
import { MissedRace } from '../race/MissedRace';
import { useWatchable } from '../race/useWatchable';
import { ButtonLink } from '../ui/Button';
import { Skeleton } from '../ui/Loading';
import { StatusPage } from '../ui/StatusPage';
import { RaceStatus } from './RaceStatus';
import { RaceText } from './RaceText';
import * as texts from './texts';
import { useWatchedRace } from './useWatchedRace';
import classes from './Watch.module.css';
import type { WatchedRace } from './WatchedRace';

/** One public race as it happens, for everyone. */
export function Component() {
  const { code = '' } = useParams();
  return <Room key={code} code={code} />;
}

const Room = observer(function Room({ code }: { code: string }) {
  const t = useText();
  const race = useWatchedRace(code);
  const isUnseen = race.phase.kind === 'unseen';
  if (isUnseen && race.fault) {
    return (
      <StatusPage title={t(texts.noRace)} role="alert" actions={<Next race={race} />}>
        <p>{t(texts.noRaceText)}</p>
      </StatusPage>
    );
  }
  return (
    <div className={classes.race}>
      <header className={classes.header}>
        <h1>{t(texts.raceTitle)}</h1>
        <RaceStatus race={race} />
      </header>
      {isUnseen ? <Skeleton height="11rem" /> : <Lanes race={race} />}
      {!isUnseen && <RaceText race={race} />}
      {race.isOver && (
        <div className={classes.actions}>
          <Next race={race} />
        </div>
      )}
    </div>
  );
});

/** The ways on from a race that is over. */
const Next = observer(function Next({ race }: { race: WatchedRace }) {
  const t = useText();
  const featured = useWatchable().data?.featured;
  return (
    <>
      {featured && featured !== race.code && (
        <ButtonLink to={paths.watchRace(featured)}>{t(texts.nextRace)}</ButtonLink>
      )}
      <MissedRace code={race.code} />
      <ButtonLink to={paths.watch}>{t(texts.allRaces)}</ButtonLink>
    </>
  );
});
