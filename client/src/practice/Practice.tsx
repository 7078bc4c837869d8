import { RotateCcw, Shuffle } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../core/paths';
import { useOffers } from '../core/useOffers';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { Text } from '../net/api';
import { SettingsButton } from '../settings/SettingsButton';
import { celebrate } from '../typing/celebrate';
import { Gauges } from '../typing/Gauges';
import { KeyboardNotice } from '../typing/KeyboardNotice';
import { RunReview } from '../typing/review/RunReview';
import { Toolbar } from '../typing/Toolbar';
import { focusTypingInput } from '../typing/TypingInput';
import { TypingSkeleton } from '../typing/TypingSkeleton';
import { TypingStage } from '../typing/TypingStage';
import { IconButton } from '../ui/Button';
import { useOffline } from '../ui/useOffline';
import classes from './Practice.module.css';
import { PracticeResults } from './PracticeResults';
import { PracticeRun } from './PracticeRun';
import { PracticeStatistics } from './PracticeStatistics';
import { practiceServices, useNextText } from './queries';
import * as texts from './texts';

/** Practice: one text after another, alone. */
export const Component = observer(function Practice() {
  const t = useText();
  const root = useRoot();
  const { consent, session, settings, sound, unsaved } = root;
  useOffline();
  const { blindMode, quickRestart } = settings.values;
  const [practice, setPractice] = useState<PracticeRun | null>(null);
  const begin = useCallback(
    (text: Text) => {
      const playSound = (correct: boolean) => sound.play(correct);
      setPractice(new PracticeRun(text, () => practiceServices(root), playSound, settings.values.stopOnError));
    },
    [root, settings, sound],
  );
  const { mutate: fetchText, error } = useNextText(begin);
  const isAllowed = consent.isGiven;
  // A layout effect, so that a prefetched text is in the first frame.
  useLayoutEffect(() => {
    if (isAllowed) fetchText(undefined);
  }, [isAllowed, fetchText]);
  const isBest = practice?.isBest ?? false;
  useEffect(() => {
    if (isBest) void celebrate();
  }, [isBest]);

  const restart = () => {
    if (practice) begin(practice.text);
    focusTypingInput();
  };
  const newText = () => {
    fetchText(practice?.text);
    focusTypingInput();
  };
  const applySettings = () => {
    if (!practice || practice.final) return;
    if (practice.text.language === settings.textLanguage) restart();
    else newText();
  };
  useOffers([
    { name: texts.restart, run: restart },
    { name: texts.newText, run: newText },
  ]);

  if (!isAllowed || error) return <Navigate to={paths.home} replace />;
  return (
    <div className={classes.screen}>
      <h1 className="visually-hidden">{t(texts.title)}</h1>
      {practice ? (
        <>
          <Toolbar gauges={<Gauges run={practice.run} timing={practice} />}>
            {(practice.startedAt === null || practice.final) && <SettingsButton onClose={applySettings} />}
            <IconButton label={t(texts.restart)} onClick={restart}>
              <RotateCcw aria-hidden="true" />
            </IconButton>
            <IconButton label={t(texts.newText)} onClick={newText}>
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
              lang={practice.text.language}
              isActive
              onKey={(key, at) => {
                practice.press(key, at);
                if (practice.isErased) restart();
              }}
              isBlind={blindMode}
              onCommand={(command) => (command === 'newText' ? newText() : restart())}
            />
          )}
          <p className={classes.hints}>
            <span>{t(texts.hint)}</span>
            <span className="for-keyboards">{t(texts.keys[quickRestart])}</span>
          </p>
          <div className={classes.waiting} role="status">
            {unsaved.nWaiting > 0 && (
              <p>
                {session.token === null
                  ? t(texts.waitingForLogin)(unsaved.nWaiting)
                  : t(texts.waiting)(unsaved.nWaiting)}
              </p>
            )}
          </div>
          {practice.final && practice.startedAt !== null && (
            <RunReview
              run={practice.run}
              lang={practice.text.language}
              startedAt={practice.startedAt}
              outcome={practice.final}
            />
          )}
          <PracticeStatistics />
        </>
      ) : (
        <TypingSkeleton label={t(texts.loadingText)} />
      )}
      <KeyboardNotice />
    </div>
  );
});
