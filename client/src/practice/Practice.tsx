import { RotateCcw, Shuffle } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../core/paths';
import { useAction } from '../core/useAction';
import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';
import type { Text } from '../net/api';
import { withRetries } from '../net/retries';
import { celebrate } from '../typing/celebrate';
import { Gauges } from '../typing/Gauges';
import { KeyboardNotice } from '../typing/KeyboardNotice';
import { RunReview } from '../typing/review/RunReview';
import { Toolbar } from '../typing/Toolbar';
import { focusTypingInput } from '../typing/TypingInput';
import { TypingSkeleton } from '../typing/TypingSkeleton';
import { TypingStage } from '../typing/TypingStage';
import { IconButton } from '../ui/Button';
import classes from './Practice.module.css';
import { PracticeResults } from './PracticeResults';
import { PracticeRun } from './PracticeRun';
import { PracticeStatistics } from './PracticeStatistics';
import { practiceServices, practiceText } from './queries';

/** Practice: one text after another, alone. */
export const Component = observer(function Practice() {
  const strings = useStrings();
  const root = useRoot();
  const { consent, session, sound, services, unsaved } = root;
  const [practice, setPractice] = useState<PracticeRun | null>(null);
  const { run: fetchText, error } = useAction(() =>
    withRetries(() => services.prefetch.take(practiceText(services.api))),
  );
  const begin = useCallback(
    (text: Text) => {
      const playSound = (correct: boolean) => sound.play(correct);
      setPractice(new PracticeRun(text, () => practiceServices(root), playSound));
    },
    [root, sound],
  );
  const isAllowed = consent.isGiven;
  // A layout effect, so that a prefetched text is in the first frame.
  useLayoutEffect(() => {
    if (isAllowed) fetchText(undefined, begin);
  }, [isAllowed, fetchText, begin]);
  const isBest = practice?.isBest ?? false;
  useEffect(() => {
    if (isBest) void celebrate();
  }, [isBest]);

  if (!isAllowed || error) return <Navigate to={paths.home} replace />;
  const restart = () => {
    if (practice) begin(practice.text);
    focusTypingInput();
  };
  const newText = () => {
    fetchText(undefined, begin);
    focusTypingInput();
  };
  return (
    <div className={classes.screen}>
      <h1 className="visually-hidden">{strings.practice.title}</h1>
      {practice ? (
        <>
          <Toolbar gauges={<Gauges run={practice.run} timing={practice} />}>
            <IconButton label={strings.practice.restart} onClick={restart}>
              <RotateCcw aria-hidden="true" />
            </IconButton>
            <IconButton label={strings.practice.newText} onClick={newText}>
              <Shuffle aria-hidden="true" />
            </IconButton>
          </Toolbar>
          {practice.final ? (
            <PracticeResults
              result={practice.final}
              isBest={isBest}
              error={practice.saveError}
              onTryAgain={restart}
              onNewText={newText}
            />
          ) : (
            <TypingStage
              run={practice.run}
              author={practice.text.author}
              isActive
              onKey={(key) => {
                practice.press(key);
                if (practice.isErased) restart();
              }}
              onEnter={(withShift) => (withShift ? newText() : restart())}
            />
          )}
          <p className={classes.hints}>
            <span>{strings.practice.hint}</span>
            <span className="for-keyboards">{strings.practice.keys}</span>
          </p>
          <div className={classes.waiting} role="status">
            {unsaved.nWaiting > 0 && (
              <p>
                {session.token === null
                  ? strings.practice.waitingForLogin(unsaved.nWaiting)
                  : strings.practice.waiting(unsaved.nWaiting)}
              </p>
            )}
          </div>
          {practice.final && practice.startedAt !== null && (
            <RunReview run={practice.run} startedAt={practice.startedAt} outcome={practice.final} />
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
