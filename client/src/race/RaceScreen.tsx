import UserPlus from 'lucide-react/icons/user-plus';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { lazyPart } from '../core/lazyPart';
import { paths } from '../core/paths';
import { prefetched, take } from '../core/queryClient';
import { useReturnHere } from '../core/returnTo';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { unsavedFinishes } from '../outbox/UnsavedFinishes';
import { SettingsButton } from '../settings/SettingsButton';
import { Gauges } from '../typing/Gauges';
import { KeyboardNotice } from '../typing/KeyboardNotice';
import { RunReview } from '../typing/review/RunReview';
import { Toolbar } from '../typing/Toolbar';
import { focusTypingInput } from '../typing/TypingInput';
import { TypingSkeleton } from '../typing/TypingSkeleton';
import { TypingStage } from '../typing/TypingStage';
import { IconButton } from '../ui/Button';
import { Skeleton } from '../ui/Loading';
import { useCopy } from '../ui/useCopy';
import { useErrorText } from '../ui/useErrorText';
import { Countdown } from './Countdown';
import { Lanes } from './Lanes';
import { MissedRace } from './MissedRace';
import { raceSeat } from './queries';
import { Race } from './Race';
import { RaceAnnouncer } from './RaceAnnouncer';
import { RaceRefused } from './RaceRefused';
import { RaceResults } from './RaceResults';
import classes from './RaceScreen.module.css';
import { raceServices, useTakePart, useTyping } from './taking';
import * as texts from './texts';
import { useComparison } from './useComparison';
import { useGhosts } from './useGhosts';
import { useSeekRoom } from './useSeekRoom';

/** Loaded by the rooms of friends alone. */
const Gathering = lazyPart(() => import('./Gathering').then(({ Gathering }) => Gathering), {
  whileLoading: <Skeleton height="13rem" />,
  id: 'Gathering',
});

/** The race screen, for logged-in visitors who accepted cookies. */
export const Component = observer(function RaceScreen() {
  const { session, consent } = useRoot();
  const { token } = session;
  const here = useReturnHere();
  const { code = '' } = useParams();
  const { search } = useLocation();
  if (token === null) return <Navigate to={paths.login} state={{ next: paths.race(code) + search }} replace />;
  // The contract leads home without consent; the notice there leads back.
  if (!consent.isGiven) return <Navigate to={paths.home} state={here} replace />;
  return <Room key={`${code} ${token}`} code={code} token={token} />;
});

/** The room with this code: a race, or the reason why there is none. */
const Room = observer(function Room({ code, token }: { code: string; token: string }) {
  const root = useRoot();
  const { session, notice, services } = root;
  const navigate = useNavigate();
  const seat = raceSeat(services.api, code);
  const newRace = () =>
    new Race(code, {
      ...raceServices(root),
      token,
      seat: prefetched(services.queries, seat),
      takeSeat: () => take(services.queries, seat),
      finishes: unsavedFinishes(root),
    });
  const [race, setRace] = useState(newRace);
  /** The race that was refused for its token, once the session turned out to be valid. */
  const [retriable, setRetriable] = useState<Race | null>(null);
  useTakePart(race);

  const enterAgain = () => setRace(newRace());
  const refusal = race.phase.kind === 'refused' ? race.phase.refusal : null;
  const { isSessionDoubtful } = race;
  useEffect(() => {
    if (isSessionDoubtful) void session.recheck().then(() => setRetriable(race));
  }, [isSessionDoubtful, race, session]);
  const sentHomeFor = useErrorText(refusal?.kind === 'home' ? refusal.error : null);
  useEffect(() => {
    if (sentHomeFor === null) return;
    const dismiss = notice.keep(() => (
      <>
        <p>{sentHomeFor}</p>
        <div className={classes.missed}>
          <MissedRace code={code} onChosen={() => dismiss()} />
        </div>
      </>
    ));
    navigate(paths.home, { replace: true });
  }, [sentHomeFor, code, notice, navigate]);

  if (refusal?.kind === 'closed') return <RaceRefused code={code} error={refusal.error} />;
  if (refusal && (refusal.kind === 'failed' || race === retriable))
    return <RaceRefused code={code} error={refusal.error} onRetry={enterAgain} />;
  return <RaceView race={race} onRetry={enterAgain} />;
});

/** A race: the lanes, the text below them, and at the end the results. */
const RaceView = observer(function RaceView({ race, onRetry }: { race: Race; onRetry: () => void }) {
  const t = useText();
  const { connection } = useRoot();
  const { seat, isTyping, isBeforeStart, isSolo, starter } = race;
  useSeekRoom(race);
  const loadedGhosts = useGhosts(race);
  const comparison = useComparison(race);
  useTyping(race);

  const { run, text } = seat ?? {};
  if (!run || !text) {
    return (
      <div className={classes.race}>
        <h1 className="visually-hidden">{t(texts.title)}</h1>
        <TypingSkeleton label={t(texts.joining)} withLanes />
      </div>
    );
  }
  const isFinished = race.phase.kind === 'finished';
  return (
    <div className={classes.race}>
      <h1 className="visually-hidden">{t(texts.title)}</h1>
      <div className={classes.notice} role="status">
        {race.isReconnecting && !connection.isLost && <p className={classes.reconnecting}>{t(texts.reconnecting)}</p>}
      </div>
      <RaceAnnouncer race={race} />
      <Toolbar gauges={<Gauges run={run} timing={race} />}>
        {!isTyping && <SettingsButton onClosed={focusTypingInput} />}
        {isBeforeStart && !isSolo && starter === null && <InviteButton />}
      </Toolbar>
      {starter !== null && <Gathering race={race} />}
      <Lanes race={race}>{loadedGhosts && <loadedGhosts.Lanes race={race} ghosts={loadedGhosts.ghosts} />}</Lanes>
      {isFinished && (
        <RaceResults race={race} onRetry={onRetry}>
          {comparison && <comparison.Comparison race={race} before={comparison.before} />}
          {loadedGhosts && <loadedGhosts.Gaps race={race} ghosts={loadedGhosts.ghosts} />}
        </RaceResults>
      )}
      {isFinished && run.isFinished && race.outcome && (
        <RunReview run={run} lang={text.language} source={text} startedAt={0} outcome={race.outcome} />
      )}
      {(!isFinished || race.outcome === null) && (
        <TypingStage
          run={run}
          author={text.author}
          lang={text.language}
          isActive={isTyping}
          isOver={isFinished}
          onKey={(key, at) => race.press(key, at)}
          onDoubts={(doubts) => race.doubt(doubts)}
          overlay={isBeforeStart ? (id) => <Countdown id={id} race={race} /> : undefined}
        />
      )}
      <KeyboardNotice />
    </div>
  );
});

/** Copies the address of the race, with which others can join. */
function InviteButton() {
  const t = useText();
  const putOnClipboard = useCopy();
  const copy = async () => {
    await putOnClipboard(window.location.href);
    focusTypingInput();
  };
  return (
    <IconButton label={t(texts.invite)} onClick={copy}>
      <UserPlus aria-hidden="true" />
    </IconButton>
  );
}
