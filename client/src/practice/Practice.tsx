import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Shuffle from 'lucide-react/icons/shuffle';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../core/paths';
import { useReturnHere } from '../core/returnTo';
import { useOffers } from '../core/useOffers';
import { useRoot } from '../core/useRoot';
import { useScript } from '../core/useScript';
import { useText } from '../core/useText';
import { useOffline } from '../offline/useOffline';
import { unsavedPractices } from '../outbox/practices';
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
import classes from './Practice.module.css';
import { PracticeResults } from './PracticeResults';
import { PracticeRun, type PracticeText } from './PracticeRun';
import { practiceServices, prefetchedText } from './queries';
import { languageOf } from './siteText';
import * as texts from './texts';
import { laterParts, useNextText } from './useNextText';
import { useSearch } from './useSearch';

/** Practice: one text after another, alone. */
export const Component = observer(function Practice() {
  const t = useText();
  const root = useRoot();
  const { consent, session, settings, sound } = root;
  const unsaved = unsavedPractices(root);
  const later = useScript(laterParts);
  const { blindMode, quickRestart, stopOnError, tabEnter } = settings.values;
  const newRun = useCallback(
    (text: PracticeText) => {
      const playSound = (correct: boolean) => sound.play(correct);
      const services = practiceServices.bind(null, root);
      return new PracticeRun(text, services, playSound, settings.values.stopOnError);
    },
    [root, settings, sound],
  );
  const here = useReturnHere();
  const search = useSearch();
  const [practice, setPractice] = useState(() => {
    const text = prefetchedText(root, search);
    return text && newRun(text);
  });
  const begin = (text: PracticeText) => setPractice(newRun(text));
  // Fetching the first text again, which was prefetched and is shown, changes nothing.
  const { mutate, error } = useNextText((text) =>
    setPractice((shown) => (shown?.isAtStartOf(text) ? shown : newRun(text))),
  );
  const language = languageOf(search, settings);
  useOffline(language);
  const fetchText = useCallback((before: PracticeText | null) => mutate({ search, before }), [mutate, search]);
  const isAllowed = consent.isGiven;
  // A layout effect, so that a prefetched text is in the first frame.
  useLayoutEffect(() => {
    if (isAllowed) fetchText(null);
  }, [isAllowed, fetchText]);
  const isBest = practice?.isBest ?? false;
  useEffect(() => {
    if (isBest) void celebrate();
  }, [isBest]);

  const restart = () => {
    // Once begun, the text is known.
    if (practice) begin(practice.startedAt === null ? practice.text : { ...practice.text, isRepeated: true });
    focusTypingInput();
  };
  const newText = () => {
    fetchText(practice?.text ?? null);
    focusTypingInput();
  };
  const applySettings = useEffectEvent(() => {
    if (!practice || practice.startedAt !== null) return;
    if (practice.text.language !== language) fetchText(null);
    else if (practice.run.stopOnError !== stopOnError) begin(practice.text);
  });
  // Not when the address names another language: that fetches a text by itself.
  const { textLanguage } = settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings that a text begins with
  useEffect(() => applySettings(), [textLanguage, stopOnError]);
  const leaveOwnText = useEffectEvent(() => {
    if (practice?.text.mode === 'own' && root.services.storage.get('ownText') === null) fetchText(null);
  });
  const { token } = session;
  // An own text went with the session of its user.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session that a text belongs to
  useEffect(() => leaveOwnText(), [token]);
  const next = t(practice?.text.mode === 'own' ? texts.nextPart : texts.newText);
  useOffers([
    { name: texts.restart, run: restart },
    { name: texts.newText, run: newText },
  ]);

  // The contract leads home without consent; the notice there leads back.
  if (!isAllowed) return <Navigate to={paths.home} state={here} replace />;
  if (error) return <Navigate to={paths.home} replace />;
  return (
    <div className={classes.screen}>
      <h1 className="visually-hidden">{t(texts.title)}</h1>
      {practice ? (
        <>
          {/* The place of the bar, also before it is loaded. */}
          <div className={classes.bar}>
            {later && <later.PracticeBar practice={practice} search={search} onChanged={() => fetchText(null)} />}
          </div>
          <Toolbar gauges={<Gauges run={practice.run} timing={practice} />}>
            {(practice.startedAt === null || practice.final) && <SettingsButton onClosed={focusTypingInput} />}
            <IconButton label={t(texts.restart)} onClick={restart}>
              <RotateCcw aria-hidden="true" />
            </IconButton>
            <IconButton label={next} onClick={newText}>
              <Shuffle aria-hidden="true" />
            </IconButton>
          </Toolbar>
          {practice.final ? (
            <PracticeResults
              result={practice.final}
              isBest={isBest}
              mark={practice.mark}
              error={practice.saveError}
              next={next}
              onTryAgain={restart}
              onNewText={newText}
            >
              {later && <later.PracticeComparison practice={practice} />}
            </PracticeResults>
          ) : (
            <TypingStage
              run={practice.run}
              author={practice.text.author}
              lang={practice.text.lang ?? practice.text.language}
              isActive
              onKey={(key, at) => {
                practice.press(key, at);
                if (practice.isErased) restart();
              }}
              isBlind={blindMode}
              onCommand={(command) => (command === 'newText' ? newText() : restart())}
              restart={
                tabEnter === 'new'
                  ? { label: t(texts.restartWithNew), run: newText }
                  : { label: t(texts.restart), run: restart }
              }
            />
          )}
          {later && !practice.final && <later.MissingKeys text={practice.text.text} />}
          <p className={classes.hints}>
            <span>{t(texts.hint)}</span>
            <span className="for-keyboards">{t(practice.final ? texts.keysOfResult : texts.keys[quickRestart])}</span>
          </p>
          <div className={classes.waiting} role="status">
            {unsaved.nWaiting > 0 && (
              <p>
                {!unsaved.isLasting
                  ? t(texts.waitingHere)(unsaved.nWaiting)
                  : session.token === null
                    ? t(texts.waitingForLogin)(unsaved.nWaiting)
                    : t(texts.waiting)(unsaved.nWaiting)}
              </p>
            )}
          </div>
          {practice.final && practice.startedAt !== null && (
            <RunReview
              run={practice.run}
              lang={practice.text.lang ?? practice.text.language}
              source={practice.text}
              startedAt={practice.startedAt}
              outcome={practice.final}
            />
          )}
          {later && <later.PracticeStatistics />}
        </>
      ) : (
        <TypingSkeleton label={t(texts.loadingText)} />
      )}
      <KeyboardNotice />
    </div>
  );
});
