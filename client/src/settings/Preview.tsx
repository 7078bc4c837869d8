import { makeAutoObservable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import type { Language } from '../core/text';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { isMac } from '../platform/mac';
import { Gauges } from '../typing/Gauges';
import { FieldKeys, type Typed } from '../typing/rules/FieldKeys';
import { type Key, type StopOnError, TypingRun } from '../typing/rules/TypingRun';
import { TypedText } from '../typing/TypedText';
import { demonstrationKeys } from './demonstration';
import classes from './Preview.module.css';
import * as texts from './texts';

/** The pause after a key of the demonstration, and after its last one, in milliseconds. */
const KEY_MS = 170;
const END_MS = 2500;

/** A text that types itself with the visitor's settings, until the visitor types into it. */
export const Preview = observer(function Preview() {
  const { settings } = useRoot();
  const { textLanguage } = settings;
  const { blindMode, stopOnError } = settings.values;
  return (
    <Trial key={`${textLanguage} ${stopOnError}`} lang={textLanguage} stopOnError={stopOnError} isBlind={blindMode} />
  );
});

interface Props {
  lang: Language;
  stopOnError: StopOnError;
  isBlind: boolean;
}

function Trial({ lang, stopOnError, isBlind }: Props) {
  const t = useText();
  const { sound } = useRoot();
  const [attempt, setAttempt] = useState(() => new Attempt(lang, stopOnError));
  const [isTried, setTried] = useState(false);
  const restart = useCallback(() => setAttempt(new Attempt(lang, stopOnError)), [lang, stopOnError]);
  useEffect(() => {
    if (!isTried) return demonstrate(attempt, restart);
  }, [attempt, isTried, restart]);
  const [fieldKeys] = useState(() => new FieldKeys(isMac()));
  const press = (...keys: Key[]) => {
    for (const key of keys) sound.play(attempt.press(key));
    if (attempt.isOver) restart();
  };
  const type = ({ keys }: Typed) => press(...keys.map(({ key }) => key));
  return (
    <section className={classes.preview} aria-label={t(texts.preview)}>
      <div className={classes.head}>
        <Gauges run={attempt.run} timing={attempt} />
        <span className="note">{t(texts.tryIt)}</span>
      </div>
      <TypedText id="settings-preview" run={attempt.run} lang={lang} isFollowed={false} isBlind={isBlind} />
      <input
        type="text"
        className={classes.input}
        aria-label={t(texts.tryIt)}
        aria-describedby="settings-preview"
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={(event) => {
          const key = fieldKeys.keydown(event.nativeEvent);
          if (key === null) return;
          event.preventDefault();
          press(key);
        }}
        onKeyUp={({ nativeEvent }) => fieldKeys.keyup(nativeEvent)}
        onInput={({ nativeEvent, currentTarget }) => {
          if (!(nativeEvent instanceof InputEvent) || nativeEvent.isComposing) return;
          type(fieldKeys.input(nativeEvent));
          currentTarget.value = '';
        }}
        onCompositionUpdate={({ nativeEvent }) => fieldKeys.compositionUpdate(nativeEvent)}
        onCompositionEnd={({ nativeEvent, currentTarget }) => {
          type(fieldKeys.compositionEnd(nativeEvent));
          currentTarget.value = '';
        }}
        onFocus={() => {
          sound.prepare();
          setTried(true);
          restart();
        }}
        onBlur={() => {
          setTried(false);
          restart();
        }}
      />
    </section>
  );
}

/** One typing of the sample. */
class Attempt {
  readonly run: TypingRun;
  /** The time of the first key, by `performance.now`. */
  startedAt: number | null = null;
  readonly final = null;

  constructor(
    lang: Language,
    readonly stopOnError: StopOnError,
  ) {
    this.run = new TypingRun(texts.sample[lang], stopOnError);
    makeAutoObservable(this, { run: false, stopOnError: false, isOver: false });
  }

  /** True once the last character is typed, right or wrong. */
  get isOver(): boolean {
    return this.run.cursor === this.run.characters.length;
  }

  press(key: Key): boolean | null {
    const isCorrect = this.run.press(key);
    if (isCorrect !== null) this.startedAt ??= performance.now();
    return isCorrect;
  }
}

/** Types by itself. Under reduced motion, shows the middle of it. */
function demonstrate(attempt: Attempt, onEnd: () => void): () => void {
  const keys = demonstrationKeys(attempt.run.characters, attempt.stopOnError);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    for (const key of keys.slice(0, 36)) attempt.run.press(key);
    return () => {};
  }
  let timer: ReturnType<typeof setTimeout>;
  const next = () => {
    const key = keys.shift();
    if (key !== undefined) attempt.press(key);
    timer = setTimeout(key === undefined ? onEnd : next, key === undefined ? END_MS : KEY_MS);
  };
  timer = setTimeout(next, KEY_MS);
  return () => clearTimeout(timer);
}
