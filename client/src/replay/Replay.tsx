import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { paths } from '../core/paths';
import { languages } from '../core/text';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import { ApiError } from '../net/ApiError';
import type { Replay } from '../net/api';
import { ReportButton } from '../report/ReportButton';
import { useSpeed } from '../typing/useSpeed';
import { Button } from '../ui/Button';
import { Byline } from '../ui/Byline';
import { LoadFailed } from '../ui/EmptyState';
import { ErrorText } from '../ui/ErrorText';
import { Loading, Skeleton } from '../ui/Loading';
import { StatusPage } from '../ui/StatusPage';
import { useCopy } from '../ui/useCopy';
import { useTitle } from '../ui/useTitle';
import { Player } from './Player';
import { PlayerView } from './PlayerView';
import { useHide, useReplay } from './queries';
import { RaceMe } from './RaceMe';
import classes from './Replay.module.css';
import * as texts from './texts';

/** A race as it was, for everyone who has its address. */
export function Component() {
  const t = useText();
  const { race = '' } = useParams();
  const { data, error, refetch } = useReplay(race);
  if (data) return <ReplayView race={race} replay={data} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <StatusPage title={t(texts.missing)} role="alert">
        <p>{t(texts.missingText)}</p>
      </StatusPage>
    );
  }
  return (
    <>
      <h1 className="visually-hidden">{t(texts.player)}</h1>
      {error ? (
        <LoadFailed title={t(texts.failed)} error={error} onRetry={refetch} />
      ) : (
        <Loading label={t(texts.loading)}>
          <Skeleton height="9rem" />
          <Skeleton height="24rem" />
        </Loading>
      )}
    </>
  );
}

const ReplayView = observer(function ReplayView({ race, replay }: { race: string; replay: Replay }) {
  const t = useText();
  const format = useFormat();
  const { username } = useRoot().session;
  const player = useMemo(() => new Player(replay, username ?? ''), [replay, username]);
  const title = useHeadline(replay);
  useTitle(t(commonTexts.title)(title));
  const { date, language, author, work, lanes, racers } = replay;
  const own = lanes.find((lane) => lane.username === username);
  const moment = format.dates({ dateStyle: 'full', timeStyle: 'short' }).format(new Date(date));
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <h1>{title}</h1>
        <p className="lead">
          <time dateTime={date}>{moment}</time>
        </p>
        <p className="soft facts">
          <span lang={language}>{languages[language]}</span>
          <Byline author={author} work={work} lang={language} />
        </p>
        {lanes.length < racers && <p className="note">{t(texts.missingRacers)(lanes.length, racers)}</p>}
        {lanes
          .filter(({ late }) => late)
          .map(({ username }) => (
            <p key={username} className="note">
              {t(texts.late)(username)}
            </p>
          ))}
      </header>
      <PlayerView player={player} lang={language} />
      <RaceMe race={race} player={player} />
      <footer className={classes.footer}>
        <CopyLink race={race} />
        {own && <Hiding race={race} isHidden={own.isHidden} />}
        <Reporting race={race} player={player} />
      </footer>
    </div>
  );
});

/** The result of the first racer whose result is proven, in a sentence. */
function useHeadline({ lanes, racers }: Replay): string {
  const t = useText();
  const speed = useSpeed();
  const first = lanes.find(({ proven }) => proven);
  if (!first) return t(texts.player);
  const at = `${speed.decimals(first.wpm)} ${speed.name}`;
  return first.won ? t(texts.won)(first.username, at, racers - 1) : t(texts.raced)(first.username, at);
}

function CopyLink({ race }: { race: string }) {
  const t = useText();
  const putOnClipboard = useCopy();
  return (
    <Button onClick={() => putOnClipboard(window.location.origin + paths.replay(race))}>
      {t(commonTexts.copyLink)}
    </Button>
  );
}

/** Lets users report the run of the chosen racer, if it is another one, and the text. */
const Reporting = observer(function Reporting({ race, player }: { race: string; player: Player }) {
  const { isLoggedIn } = useRoot().session;
  if (!isLoggedIn) return null;
  const racer = player.track?.lane.username;
  return (
    <div className="cluster">
      {racer !== undefined && racer !== player.username && (
        <ReportButton thing={{ kind: 'replay', username: racer, race }} />
      )}
      <ReportButton thing={{ kind: 'text', race }} />
    </div>
  );
});

/** Hides what the visitor typed from others, or shows it again. */
function Hiding({ race, isHidden }: { race: string; isHidden: boolean }) {
  const t = useText();
  const { mutate, isPending, error } = useHide(race);
  return (
    <div className={classes.hiding}>
      <p className="note" role="status">
        {t(isHidden ? texts.isHidden : texts.isShown)}
      </p>
      <Button onClick={() => mutate(!isHidden)} isBlocked={isPending}>
        {t(isHidden ? texts.show : texts.hide)}
      </Button>
      <ErrorText error={error} />
    </div>
  );
}
