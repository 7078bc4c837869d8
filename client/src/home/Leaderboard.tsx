import { ArrowDownWideNarrow } from 'lucide-react';
import { useState } from 'react';
import type { Language } from '../core/text';
import { useText } from '../core/useText';
import type { LeaderboardType } from '../net/api';
import { Button } from '../ui/Button';
import { LoadFailed } from '../ui/EmptyState';
import { LanguageFilter } from '../ui/LanguageFilter';
import { LoadingBlock } from '../ui/Loading';
import classes from './Leaderboard.module.css';
import { LeaderboardTable } from './LeaderboardTable';
import { useLeaderboard } from './queries';
import * as texts from './texts';

/** The sort orders, in the sequence of the sort button. */
const ORDERS: readonly LeaderboardType[] = ['wpm', 'racesTotal', 'racesWon', 'bestRace', 'accuracy', 'age'];

/** The leaderboard, with a button that changes its order. */
export function Leaderboard() {
  const t = useText();
  const [position, setPosition] = useState(0);
  const type = ORDERS[position % ORDERS.length] ?? 'wpm';
  const [language, setLanguage] = useState<Language>();
  const { data, isPlaceholderData, error, refetch } = useLeaderboard(type, language);
  return (
    <section className={classes.leaderboard} aria-labelledby="leaderboard-title">
      <header className="bar">
        <h2 id="leaderboard-title">{t(texts.leaderboardTitle)}</h2>
        <LanguageFilter chosen={language} onChoose={setLanguage} />
        <Button onClick={() => setPosition(position + 1)}>
          <ArrowDownWideNarrow aria-hidden="true" />
          <span>{t(texts.sort)(t(texts.types)[type])}</span>
        </Button>
      </header>
      {data ? (
        <LeaderboardTable rows={data} sortedBy={type} isStale={isPlaceholderData} />
      ) : error ? (
        <LoadFailed title={t(texts.leaderboardFailed)} error={error} onRetry={refetch} />
      ) : (
        <LoadingBlock label={t(texts.leaderboardLoading)} height="33rem" />
      )}
    </section>
  );
}
