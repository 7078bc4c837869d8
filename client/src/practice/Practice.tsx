import { RotateCcw, Shuffle } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../app/paths';
import { consumePrefetched } from '../app/prefetch';
import type { RootStore } from '../app/stores/RootStore';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { celebrate } from '../typing/celebrate';
import { Gauges } from '../typing/Gauges';
import { KeyboardNotice } from '../typing/KeyboardNotice';
import { RunReview } from '../typing/review/RunReview';
import { Toolbar } from '../typing/Toolbar';
import { focusTypingInput } from '../typing/TypingInput';
import { TypingSkeleton } from '../typing/TypingSkeleton';
import { TypingStage } from '../typing/TypingStage';
import { useCalmPage } from '../typing/useCalmPage';
import { IconButton } from '../ui/Button';
import { useTitle } from '../ui/useTitle';
import classes from './Practice.module.css';
import { PracticeResults } from './PracticeResults';
import { PracticeStatistics } from './PracticeStatistics';
import { type PracticeServices, PracticeStore } from './PracticeStore';
import { practiceStatsQuery, practiceTextQuery } from './queries';

/** Practice: one text after another, alone. */
export const Component = observer(function Practice() {
  const strings = useStrings();
  const root = useRoot();
  const { consent, connection } = root;
  const [practice] = useState(
    () =>
      new PracticeStore(
        () => practiceServices(root),
        (correct) => root.sound.play(correct),
      ),
  );
  useTitle(strings.title(strings.practice.title));
  useCalmPage(practice);
  const isAllowed = consent.isGiven;
  // A text that is here already stands in the first frame.
  useLayoutEffect(() => {
    if (!isAllowed) return;
    void practice.newText();
    return () => practice.leave();
  }, [isAllowed, practice]);
  const timing = useCallback(() => ({ startedAt: practice.startedAt, final: practice.result }), [practice]);
  const { isBest } = practice;
  useEffect(() => {
    if (isBest) void celebrate(connection);
  }, [isBest, connection]);

  if (!isAllowed || practice.hasFailed) return <Navigate to={paths.home} replace />;
  const { run } = practice;
  const restart = () => {
    practice.restart();
    focusTypingInput();
  };
  const newText = () => {
    void practice.newText();
    focusTypingInput();
  };
  return (
    <div className={classes.screen}>
      <h1 className="visually-hidden">{strings.practice.title}</h1>
      {run ? (
        <>
          <Toolbar gauges={<Gauges run={run} timing={timing} />}>
            <IconButton label={strings.practice.restart} onClick={restart}>
              <RotateCcw aria-hidden="true" />
            </IconButton>
            <IconButton label={strings.practice.newText} onClick={newText}>
              <Shuffle aria-hidden="true" />
            </IconButton>
          </Toolbar>
          {practice.result ? (
            <PracticeResults
              result={practice.result}
              isBest={practice.isBest}
              error={practice.saveError}
              onTryAgain={restart}
              onNewText={newText}
            />
          ) : (
            <TypingStage
              run={run}
              author={practice.author}
              isActive
              onKey={(key) => practice.press(key)}
              onEnter={(withShift) => (withShift ? newText() : restart())}
            />
          )}
          <p className={classes.hints}>
            <span>{strings.practice.hint}</span>
            <span className={classes.keys}>{strings.practice.keys}</span>
          </p>
          {practice.result && practice.startedAt !== null && (
            <RunReview run={run} startedAt={practice.startedAt} outcome={practice.result} />
          )}
          <PracticeStatistics />
        </>
      ) : (
        <TypingSkeleton label={strings.practice.loadingText} />
      )}
      <KeyboardNotice />
    </div>
  );
});

/** The services of the next run, for the visitor as they are logged in now. */
function practiceServices({ services: { api, queries }, session }: RootStore): PracticeServices {
  const fetchText = () => consumePrefetched(queries, practiceTextQuery(api));
  if (!session.isLoggedIn) return { fetchText, save: null, best: null };
  const { queryKey } = practiceStatsQuery(api);
  return {
    fetchText,
    save: async (result) => {
      await api.savePractice(result);
      await queries.invalidateQueries({ queryKey });
    },
    best: queries.getQueryData(queryKey)?.bestRace ?? null,
  };
}
