import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { paths } from '../app/paths';
import type { RootStore } from '../app/stores/RootStore';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { raceSocket } from '../net/raceSocket';
import { useTitle } from '../ui/useTitle';
import { KeyLog } from './KeyLog';
import { RaceRefused } from './RaceRefused';
import { type RaceServices, RaceStore } from './RaceStore';
import { RaceView } from './RaceView';

/** After these the race may go on elsewhere: behind a reload, or in another window, which has to be turned to first. */
const PARTINGS = ['pagehide', 'blur'] as const;

/** The race page: who may be here, and the race itself. */
export const Component = observer(function RaceScreen() {
  const strings = useStrings();
  const root = useRoot();
  const { session, consent, notice } = root;
  const { code = '' } = useParams();
  const navigate = useNavigate();
  const [race] = useState(() => new RaceStore(services(root)));
  useTitle(strings.title(strings.race.title));
  const { token } = session;
  const isAllowed = token !== null && consent.isGiven;
  const next = { next: paths.race(code) };

  useEffect(() => {
    if (!isAllowed) return;
    void race.enter(token, code);
    return () => race.leave();
  }, [isAllowed, token, code, race]);

  useEffect(() => {
    const keep = () => race.keepKeys();
    for (const parting of PARTINGS) window.addEventListener(parting, keep);
    return () => {
      for (const parting of PARTINGS) window.removeEventListener(parting, keep);
    };
  }, [race]);

  const { refusal } = race;
  useEffect(() => {
    if (refusal?.kind === 'login') root.endSession();
    if (refusal?.kind === 'home') {
      notice.show(refusal.reason === 'full' ? strings.race.full : strings.race.begun);
      navigate(paths.home, { replace: true });
    }
  }, [refusal, root, notice, navigate, strings]);

  if (token === null) return <Navigate to={paths.login} state={next} replace />;
  if (!consent.isGiven) return <Navigate to={paths.home} replace />;
  const enterAgain = () => void race.enter(token, code);
  if (refusal?.kind === 'closed') return <RaceRefused reason={strings.race[refusal.reason]} />;
  if (refusal?.kind === 'busy') return <RaceRefused reason={strings.race[refusal.reason]} onRetry={enterAgain} />;
  if (refusal?.kind === 'failed') return <RaceRefused reason={refusal.message} onRetry={enterAgain} />;
  return <RaceView race={race} />;
});

function services(root: RootStore): RaceServices {
  const { tabStorage, storage } = root.services;
  return root.raceServices({ transport: raceSocket, log: new KeyLog([tabStorage, storage]) });
}
