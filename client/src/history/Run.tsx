import ArrowLeft from 'lucide-react/icons/arrow-left';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { paths } from '../core/paths';
import { languages } from '../core/text';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import { ApiError } from '../net/ApiError';
import type { HistoryRunDetails } from '../net/api';
import { RunReview } from '../typing/review/RunReview';
import { replayed } from '../typing/review/replayed';
import { useSpeed } from '../typing/useSpeed';
import { ButtonLink } from '../ui/Button';
import { Byline } from '../ui/Byline';
import { LoadFailed } from '../ui/EmptyState';
import { Loading, Skeleton } from '../ui/Loading';
import { MembersOnly } from '../ui/LoginPrompt';
import { Stat } from '../ui/Stat';
import { StatusPage } from '../ui/StatusPage';
import { DeleteRun } from './DeleteButtons';
import { modes } from './modes';
import { useRun } from './queries';
import classes from './Run.module.css';
import * as texts from './texts';
import { Verdict } from './Verdict';

/** The review of a run of the user. */
export const Component = observer(function Run() {
  const t = useText();
  const { session } = useRoot();
  const { run = '' } = useParams();
  const { state } = useLocation();
  const filters = typeof state?.filters === 'string' ? state.filters : '';
  return (
    <div className={classes.screen}>
      <div className={classes.back}>
        <ButtonLink kind="quiet" to={paths.history + filters}>
          <ArrowLeft aria-hidden="true" />
          <span>{t(texts.back)}</span>
        </ButtonLink>
      </div>
      {!session.isChecking && !session.isLoggedIn && <Title />}
      <MembersOnly reason={t(texts.needLogin)} skeleton={<RunSkeleton />}>
        <RunOfUser key={run} id={run} />
      </MembersOnly>
    </div>
  );
});

/** The heading of the screen while no run is shown. */
function Title() {
  const t = useText();
  return <h1 className="visually-hidden">{t(texts.runTitle)}</h1>;
}

function RunOfUser({ id }: { id: string }) {
  const t = useText();
  const { data, error, refetch } = useRun(id);
  if (data) return <RunView run={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) {
    return (
      <StatusPage title={t(texts.runMissing)} role="alert">
        <p>{t(texts.runMissingText)}</p>
      </StatusPage>
    );
  }
  if (error) {
    return (
      <>
        <Title />
        <LoadFailed title={t(texts.runFailed)} error={error} onRetry={refetch} />
      </>
    );
  }
  return <RunSkeleton />;
}

function RunView({ run }: { run: HistoryRunDetails }) {
  const t = useText();
  const format = useFormat();
  const speed = useSpeed();
  const typed = useMemo(() => replayed(run), [run]);
  const { kind, mode, language, author, work, date, wpm, rawWpm, accuracy, consistency, time, place, racers, mark } =
    run;
  const moment = format.dates({ dateStyle: 'full', timeStyle: 'short' }).format(new Date(date));
  return (
    <>
      <header className={classes.header}>
        <h1>{mode === 'text' ? t(texts.kindOf[kind]) : t(modes[mode])}</h1>
        <p className="lead">
          <time dateTime={date}>{moment}</time>
        </p>
        <p className="soft facts">
          <span lang={language}>{languages[language]}</span>
          {author !== null && <Byline author={author} work={work} lang={language} />}
        </p>
        {mark !== null && <p className="soft">{t(texts.markHints[mark])}</p>}
      </header>
      <dl className={classes.numbers}>
        <Stat name={t(texts.speed)} value={speed.decimals(wpm)} unit={speed.name} />
        <Stat name={t(texts.accuracy)} value={format.accuracy(accuracy)} />
        <Stat name={t(texts.time)} value={format.decimals(time)} unit={t(commonTexts.seconds)} />
        {place !== null && racers !== null && <Stat name={t(texts.place)} value={t(texts.placeOf)(place, racers)} />}
        {!typed && rawWpm !== null && <Stat name={t(texts.raw)} value={speed.decimals(rawWpm)} unit={speed.name} />}
        {!typed && consistency !== null && (
          <Stat name={t(texts.consistency)} value={format.percent(Math.round(consistency))} />
        )}
      </dl>
      <Verdict run={run} />
      {typed ? <RunReview run={typed} lang={run.language} startedAt={0} outcome={run} /> : <Kept run={run} />}
      <footer className={classes.footer}>
        <Link to={paths.keys}>{t(commonTexts.yourKeys)}</Link>
        {run.race !== null && <Link to={paths.replay(run.race)}>{t(commonTexts.replay)}</Link>}
        {kind === 'practice' && <DeleteRun id={run.id} />}
      </footer>
    </>
  );
}

/** The text of a run without its keys, if it is kept. */
function Kept({ run: { text, author, work, language } }: { run: HistoryRunDetails }) {
  const t = useText();
  return (
    <section className="card stack" aria-labelledby="kept-text">
      <p>{t(texts.noKeys)}</p>
      {text !== null && (
        <>
          <h2 id="kept-text">{t(texts.textTitle)}</h2>
          <p className={classes.text} lang={language} translate="no">
            {text}
          </p>
          {author !== null && (
            <p className="soft facts">
              <Byline author={author} work={work} lang={language} />
            </p>
          )}
        </>
      )}
    </section>
  );
}

function RunSkeleton() {
  const t = useText();
  return (
    <Loading label={t(texts.loading)}>
      <Title />
      <Skeleton height="9rem" />
      <Skeleton height="36rem" />
    </Loading>
  );
}
