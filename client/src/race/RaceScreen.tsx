import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { paths } from '../app/paths';
import { consumePrefetched } from '../app/prefetch';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { raceSocket } from '../net/raceSocket';
import { afterNextFrame } from '../platform/frame';
import { useTitle } from '../ui/useTitle';
import { KeyLog } from './KeyLog';
import { raceSeatQuery } from './queries';
import { Race } from './Race';
import { RaceRefused } from './RaceRefused';
import { RaceView } from './RaceView';

/** The race page: who may be here, and the race itself. */
export const Component = observer(function RaceScreen() {
  const strings = useStrings();
  const root = useRoot();
  const { session, consent, notice } = root;
  const { code = '' } = useParams();
  const navigate = useNavigate();
  const [race, setRace] = useState<Race | null>(null);
  const [visit, enterAgain] = useReducer((visits: number) => visits + 1, 1);
  useTitle(strings.title(strings.race.title));
  const { token } = session;
  const isAllowed = token !== null && consent.isGiven;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit has a race of its own
  useLayoutEffect(() => {
    if (!isAllowed) return;
    const { api, queries, storage } = root.services;
    const race = new Race(code, {
      token,
      takeSeat: (code) => consumePrefetched(queries, raceSeatQuery(api, code)),
      transport: raceSocket,
      log: new KeyLog(storage),
      playSound: (correct) => root.sound.play(correct),
      afterPaint: afterNextFrame,
    });
    setRace(race);
    void race.enter();
    return () => race.leave();
  }, [isAllowed, token, code, root, visit]);

  const refusal = race?.phase.kind === 'refused' ? race.phase.refusal : null;
  useEffect(() => {
    if (refusal?.kind === 'login') root.endSession();
    if (refusal?.kind === 'home') {
      // The api's, so it is in the language of the page already.
      notice.show(refusal.error.reason);
      navigate(paths.home, { replace: true });
    }
  }, [refusal, root, notice, navigate]);

  if (token === null) return <Navigate to={paths.login} state={{ next: paths.race(code) }} replace />;
  if (!consent.isGiven) return <Navigate to={paths.home} replace />;
  if (refusal?.kind === 'closed') return <RaceRefused error={refusal.error} />;
  if (refusal?.kind === 'failed') return <RaceRefused error={refusal.error} onRetry={enterAgain} />;
  return race && <RaceView race={race} />;
});
