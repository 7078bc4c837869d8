import { ArrowDownWideNarrow } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useQuery } from '../core/useQuery';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { LeaderboardType } from '../net/api';
import { Button } from '../ui/Button';
import { LoadFailed } from '../ui/EmptyState';
import { LoadingBlock } from '../ui/Loading';
import classes from './Leaderboard.module.css';
import { LeaderboardTable } from './LeaderboardTable';
import { leaderboardQuery } from './queries';
import * as texts from './texts';

/** The sort orders, in the sequence of the sort button. */
const ORDERS: readonly LeaderboardType[] = ['wpm', 'racesTotal', 'racesWon', 'bestRace', 'accuracy', 'age'];

/** The leaderboard, with a button that changes its order. */
export const Leaderboard = observer(function Leaderboard() {
  const t = useText();
  const { services } = useRoot();
  const [position, setPosition] = useState(0);
  const type = ORDERS[position % ORDERS.length] ?? 'wpm';
  const { data, error, refetch } = useQuery(leaderboardQuery(services.api, type));
  // The previous order is shown while the next one loads.
  const [previous, setPrevious] = useState(data);
  if (data && data !== previous) setPrevious(data);
  const rows = data ?? (error ? undefined : previous);
  return (
    <section className={classes.leaderboard} aria-labelledby="leaderboard-title">
      <header className="bar">
        <h2 id="leaderboard-title">{t(texts.leaderboardTitle)}</h2>
        <Button onClick={() => setPosition(position + 1)}>
          <ArrowDownWideNarrow aria-hidden="true" />
          <span>{t(texts.sort)(t(texts.types)[type])}</span>
        </Button>
      </header>
      {rows ? (
        <LeaderboardTable rows={rows} sortedBy={type} isStale={!data} />
      ) : error ? (
        <LoadFailed title={t(texts.leaderboardFailed)} error={error} onRetry={refetch} />
      ) : (
        <LoadingBlock label={t(texts.leaderboardLoading)} height="33rem" />
      )}
    </section>
  );
});
