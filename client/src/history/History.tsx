import KeyRound from 'lucide-react/icons/key-round';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import type { HistoryFilters } from '../net/api';
import { ButtonLink } from '../ui/Button';
import { EmptyState, LoadFailed } from '../ui/EmptyState';
import { Loading, Skeleton } from '../ui/Loading';
import { MembersOnly } from '../ui/LoginPrompt';
import { ScreenHeader } from '../ui/ScreenHeader';
import { SkinImage } from '../ui/SkinImage';
import { filtersOf, searchOf } from './address';
import { Bests } from './Bests';
import { Calendar } from './Calendar';
import { DeleteAll } from './DeleteButtons';
import { Events } from './Events';
import { Filters } from './Filters';
import classes from './History.module.css';
import { Progress } from './Progress';
import { useRuns } from './queries';
import { RunsTable } from './RunsTable';
import * as texts from './texts';

/** Every race and practice of the user. */
export function Component() {
  const t = useText();
  return (
    <div className={classes.screen}>
      <ScreenHeader title={t(commonTexts.history)} lead={t(texts.lead)}>
        <ButtonLink to={paths.keys}>
          <KeyRound aria-hidden="true" />
          <span>{t(commonTexts.yourKeys)}</span>
        </ButtonLink>
      </ScreenHeader>
      <MembersOnly reason={t(texts.needLogin)} skeleton={<HistorySkeleton />}>
        <HistoryOfUser />
      </MembersOnly>
    </div>
  );
}

function HistoryOfUser() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => filtersOf(search), [search]);
  const runs = useRuns(filters);
  const choose = (chosen: HistoryFilters) => setSearch(searchOf(chosen));
  if (!runs.data) {
    if (runs.error) return <LoadFailed title={t(texts.failed)} error={runs.error} onRetry={runs.refetch} />;
    return <HistorySkeleton />;
  }
  const found = runs.data.pages.flatMap((page) => page.runs);
  const isFiltered = Object.keys(filters).length > 0;
  if (found.length === 0 && !isFiltered && !runs.isPlaceholderData)
    return (
      <>
        <Empty />
        <Events />
      </>
    );
  return (
    <>
      <section className={classes.runs} aria-labelledby="history-progress">
        <h2 id="history-progress" className="visually-hidden">
          {t(texts.progress)}
        </h2>
        <Filters filters={filters} onChoose={choose} />
        <Progress filters={filters} />
      </section>
      <Calendar />
      <Bests language={filters.language} />
      <section className={classes.runs} aria-labelledby="history-runs">
        <h2 id="history-runs">{t(texts.runs)}</h2>
        <RunsTable runs={found} query={runs} onClear={() => choose({})} />
      </section>
      <Events />
      <DeleteAll />
    </>
  );
}

/** Shown before the first run. */
function Empty() {
  const t = useText();
  return (
    <EmptyState>
      <SkinImage skin="hummingbird" size={96} />
      <p>{t(texts.empty)}</p>
      <ButtonLink kind="primary" to={paths.singleplayer}>
        {t(commonTexts.singleplayerHint)}
      </ButtonLink>
    </EmptyState>
  );
}

function HistorySkeleton() {
  const t = useText();
  return (
    <Loading label={t(texts.loading)}>
      <Skeleton height="14rem" />
      <Skeleton height="9rem" />
      <Skeleton height="32rem" />
    </Loading>
  );
}
