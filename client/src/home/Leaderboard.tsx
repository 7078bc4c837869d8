import { useQuery } from '@tanstack/react-query';
import { ArrowDownWideNarrow } from 'lucide-react';
import { useState } from 'react';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import type { LeaderboardType } from '../net/api';
import { Button } from '../ui/Button';
import { LoadFailed } from '../ui/EmptyState';
import { Loading, Skeleton } from '../ui/Loading';
import classes from './Leaderboard.module.css';
import { LeaderboardTable } from './LeaderboardTable';
import { leaderboardQuery } from './queries';

/** The sort orders, in the sequence of the sort button. */
const ORDERS: readonly LeaderboardType[] = ['wpm', 'racesTotal', 'racesWon', 'bestRace', 'accuracy', 'age'];

/** The leaderboard, with a button that changes its order. */
export function Leaderboard() {
  const strings = useStrings();
  const { services } = useRoot();
  const [position, setPosition] = useState(0);
  const type = ORDERS[position % ORDERS.length] ?? 'wpm';
  const { data, error, isPlaceholderData, refetch } = useQuery(leaderboardQuery(services.api, type));
  return (
    <section className={classes.leaderboard} aria-labelledby="leaderboard-title">
      <header className={classes.header}>
        <h2 id="leaderboard-title">{strings.leaderboard.title}</h2>
        <Button onClick={() => setPosition(position + 1)}>
          <ArrowDownWideNarrow aria-hidden="true" />
          {strings.leaderboard.sort(strings.leaderboard.types[type])}
        </Button>
      </header>
      {data ? (
        <LeaderboardTable rows={data} sortedBy={type} isStale={isPlaceholderData} />
      ) : error ? (
        <LoadFailed title={strings.leaderboard.failed} error={error} onRetry={refetch} />
      ) : (
        <Loading label={strings.leaderboard.loading}>
          <Skeleton height="33rem" />
        </Loading>
      )}
    </section>
  );
}
