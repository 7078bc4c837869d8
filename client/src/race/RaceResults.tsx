import { useMutation } from '@tanstack/react-query';
import Feather from 'lucide-react/icons/feather';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { lazyPart } from '../core/lazyPart';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { ApiClient } from '../net/ApiClient';
import { ApiError } from '../net/ApiError';
import { Results } from '../typing/Results';
import * as verdictTexts from '../typing/review/verdict.texts';
import * as typingTexts from '../typing/texts';
import { useIgnoreLateKeys } from '../typing/useIgnoreLateKeys';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useTakeFocus } from '../ui/useTakeFocus';
import type { Race } from './Race';
import classes from './RaceResults.module.css';
import { canSendAgain } from './refusal';
import { Standings } from './Standings';
import * as texts from './texts';
import { useNextRace } from './useOpenRoom';

/** Loaded when it is needed, because it has the names of all skins. If it is missing, the results stand without it. */
const WonSkins = lazyPart(() => import('./WonSkins').then(({ WonSkins }) => WonSkins), { ifMissing: null });

/** The same, because it has the words of all rules. */
const Doubts = lazyPart(() => import('./Doubts').then(({ Doubts }) => Doubts), { ifMissing: null });

/** The same, because few need it. */
const Opponents = lazyPart(() => import('./Opponents').then(({ Opponents }) => Opponents), { ifMissing: null });

interface Props {
  race: Race;
  /** Enters the room again, which sends a finish again. */
  onRetry: () => void;
  /** The lines below our own numbers. */
  children?: ReactNode;
}

/** Our own result, the standings so far, and a button for the next race. */
export const RaceResults = observer(function RaceResults({ race, onRetry, children }: Props) {
  const t = useText();
  const next = useNextRace(race);
  const { session } = useRoot();
  const { outcome } = race;
  const { result } = race.delivery;
  // The language of the race of the day, if this is one.
  const language = new URLSearchParams(useLocation().search).get('today');
  return (
    <div className={classes.results}>
      {outcome ? (
        <Results wpm={outcome.wpm} accuracy={race.accuracy} time={outcome.time}>
          {children}
          <div className={classes.remarks} role="status">
            {result.kind === 'saved' && result.win === 'pending' && (
              <p>{t(race.isOver ? texts.winWithoutOpponent : texts.winPending)}</p>
            )}
            {result.kind === 'saved' && result.win === 'repeated' && <p>{t(texts.winRepeated)}</p>}
            {race.isHeld && <p>{t(verdictTexts.held)}</p>}
            {outcome.unranked && <p>{t(texts.unranked)}</p>}
            {result.kind === 'saved' && (result.isHeld || result.findings.length > 0) && <Doubts result={result} />}
            {result.kind === 'saved' && result.skins.length > 0 && (
              <WonSkins username={race.username} skins={result.skins} />
            )}
          </div>
        </Results>
      ) : (
        <NoResult race={race} onRetry={onRetry} />
      )}
      <Standings race={race} />
      <div className={classes.actions}>
        <Button kind="primary" onClick={next.open} isBlocked={next.isOpening}>
          <Feather aria-hidden="true" />
          <span>{t(texts.again)}</span>
        </Button>
        {race.isHeld && (
          <RunButton code={race.code} to={({ id }) => paths.run(id)}>
            {t(verdictTexts.why)}
          </RunButton>
        )}
        {result.kind === 'saved' && (
          <RunButton code={race.code} to={({ race }) => paths.replay(race)}>
            {t(commonTexts.replay)}
          </RunButton>
        )}
        {language !== null && <Link to={`${paths.today}?${new URLSearchParams({ language })}`}>{t(texts.board)}</Link>}
        {session.isLoggedIn && <Link to={paths.history}>{t(commonTexts.history)}</Link>}
        <ErrorText error={next.error} />
      </div>
      <p className={classes.saving} role="status">
        {result.kind === 'saving' && <span>{t(texts.saving)}</span>}
        {result.kind === 'saved' && <span>{t(texts.saved)}</span>}
        {outcome?.unverified && <span>{t(verdictTexts.unverified)}</span>}
        {outcome?.credited !== undefined && <span>{t(verdictTexts.credited)(outcome.credited)}</span>}
      </p>
      {session.isLoggedIn && <Opponents race={race} />}
    </div>
  );
});

/** The reason why we have no result. Takes the focus from the text, as results do. */
const NoResult = observer(function NoResult({ race, onRetry }: Props) {
  const t = useText();
  const { result } = race.delivery;
  useIgnoreLateKeys();
  const section = useTakeFocus<HTMLElement>();
  return (
    <section ref={section} className="stack" aria-label={t(typingTexts.results)} tabIndex={-1}>
      <h2>{t(typingTexts.results)}</h2>
      {result.kind === 'refused' ? <ErrorText error={result.error} /> : <p>{t(texts.over)}</p>}
      {result.kind === 'refused' && canSendAgain(result.error) && (
        <div>
          <Button onClick={onRetry}>{t(commonTexts.retry)}</Button>
        </div>
      )}
    </section>
  );
});

/** The number of a racer's last races among which the one in a room is, even if other windows raced since. */
const LAST_RACES = 10;

/** The ids of a saved run and of its race. */
interface SavedRun {
  id: string;
  race: string;
}

/** Returns the ids of our run in the room with a code, once its result is saved. */
async function runIn(api: ApiClient, code: string): Promise<SavedRun> {
  const { runs } = await api.postAsUser('/api/history', { kind: 'race', limit: LAST_RACES });
  const { id, race } = runs.find(({ room }) => room === code) ?? {};
  if (!id || !race) throw new ApiError(404, 'There is no such race.', 'unknown-race');
  return { id, race };
}

interface RunButtonProps {
  code: string;
  /** Returns the path of the screen. */
  to: (run: SavedRun) => string;
  children: string;
}

/** Opens a screen about our run. Its ids are asked for only now: the room does not know them. */
function RunButton({ code, to, children }: RunButtonProps) {
  const navigate = useNavigate();
  const { api } = useRoot().services;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => runIn(api, code),
    onSuccess: (run) => navigate(to(run)),
  });
  return (
    <>
      <Button onClick={() => mutate()} isBlocked={isPending}>
        {children}
      </Button>
      <ErrorText error={error} />
    </>
  );
}
