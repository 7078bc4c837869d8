import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow';
import { useState } from 'react';
import * as commonTexts from '../core/texts';
import { useLanguage, useText } from '../core/useText';
import type { LeaderboardType } from '../net/api';
import { type DivisionEnd, divisions } from '../net/divisions';
import { Button } from '../ui/Button';
import { divisionName } from '../ui/Division';
import { LoadFailed } from '../ui/EmptyState';
import { LanguageFilter } from '../ui/LanguageFilter';
import { LoadingBlock } from '../ui/Loading';
import { Select } from '../ui/Select';
import classes from './Leaderboard.module.css';
import { LeaderboardTable } from './LeaderboardTable';
import { type Racers, useLeaderboard } from './queries';
import * as texts from './texts';

/** The sort orders, in the sequence of the sort button. */
const ORDERS: readonly LeaderboardType[] = ['wpm', 'racesTotal', 'racesWon', 'bestRace', 'accuracy', 'age'];

/** The leaderboard, with a button that changes its order. */
export function Leaderboard() {
  const t = useText();
  const [position, setPosition] = useState(0);
  const type = ORDERS[position % ORDERS.length] ?? 'wpm';
  // Divisions are those of a language: if none is chosen, of that of the page.
  const ours = useLanguage();
  const [racers, setRacers] = useState<Racers>({ language: undefined, division: undefined });
  const { language, division } = racers;
  const { data, isPlaceholderData, error, refetch } = useLeaderboard(type, racers);
  return (
    <section className={classes.leaderboard} aria-labelledby="leaderboard-title">
      <header className="bar">
        <h2 id="leaderboard-title">{t(texts.leaderboardTitle)}</h2>
        <LanguageFilter
          chosen={language}
          onChoose={(language) => setRacers({ language, division: language && division })}
        />
        <DivisionFilter
          chosen={division}
          onChoose={(division) =>
            setRacers({ language: division === undefined ? language : (language ?? ours), division })
          }
        />
        <Button onClick={() => setPosition(position + 1)}>
          <ArrowDownWideNarrow aria-hidden="true" />
          <span>{t(texts.sort)(t(texts.types)[type])}</span>
        </Button>
      </header>
      {data ? (
        <LeaderboardTable
          rows={data}
          sortedBy={type}
          isStale={isPlaceholderData}
          isOfDivision={division !== undefined}
        />
      ) : error ? (
        <LoadFailed title={t(texts.leaderboardFailed)} error={error} onRetry={refetch} />
      ) : (
        <LoadingBlock label={t(texts.leaderboardLoading)} height="33rem" />
      )}
    </section>
  );
}

interface FilterProps {
  /** Undefined for all divisions. */
  chosen: DivisionEnd | undefined;
  onChoose: (division: DivisionEnd | undefined) => void;
}

/** A choice of one division or all. */
function DivisionFilter({ chosen, onChoose }: FilterProps) {
  const t = useText();
  const one = (end: DivisionEnd) => ({ value: String(end), label: `${divisionName(end)} ${t(commonTexts.wpm)}` });
  return (
    <Select
      label={t(texts.division)}
      isLabelHidden
      options={[{ value: '', label: t(texts.allDivisions) }, ...divisions.map(one)]}
      chosen={String(chosen ?? '')}
      onChoose={(value) => onChoose(divisions.find((end) => String(end) === value))}
    />
  );
}
