import { makeAutoObservable } from 'mobx';
import { useEffect, useState } from 'react';
import { useRoot } from '../core/useRoot';
import { useLanguage, useText } from '../core/useText';
import { isMac } from '../platform/mac';
import { Gauges } from '../typing/Gauges';
import { keyOfKeydown, keysOfInput, keysOfText } from '../typing/rules/keyboard';
import { BACKSPACE, type Key, TypingRun } from '../typing/rules/TypingRun';
import { TypedText } from '../typing/TypedText';
import classes from './Preview.module.css';
import * as texts from './texts';

/** The pause after a key of the demonstration, and after its last one, in milliseconds. */
const KEY_MS = 170;
const END_MS = 2500;

/** A text that types itself with the visitor's settings, until the visitor types into it. */
export function Preview() {
  const t = useText();
  const language = useLanguage();
  return <Trial key={language} text={t(texts.sample)} lang={language} />;
}

function Trial({ text, lang }: { text: string; lang: string }) {
  const t = useText();
  const { sound } = useRoot();
  const [attempt, setAttempt] = useState(() => new Attempt(text));
  const [isTried, setTried] = useState(false);
  const restart = () => setAttempt(new Attempt(text));
  useEffect(() => {
    if (!isTried) return demonstrate(attempt, () => setAttempt(new Attempt(text)));
  }, [attempt, isTried, text]);
  const press = (keys: readonly Key[]) => {
    for (const key of keys) sound.play(attempt.press(key));
    if (attempt.isOver) restart();
  };
  return (
    <section className={classes.preview} aria-label={t(texts.preview)}>
      <div className={classes.head}>
        <Gauges run={attempt.run} timing={attempt} />
        <span className="note">{t(texts.tryIt)}</span>
      </div>
      <TypedText id="settings-preview" run={attempt.run} lang={lang} isFollowed={false} />
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
          const key = keyOfKeydown(event.nativeEvent, isMac());
          if (key === null) return;
          event.preventDefault();
          press([key]);
        }}
        onInput={({ nativeEvent, currentTarget }) => {
          if (!(nativeEvent instanceof InputEvent) || nativeEvent.isComposing) return;
          press(keysOfInput(nativeEvent));
          currentTarget.value = '';
        }}
        onCompositionEnd={({ data, currentTarget }) => {
          press(keysOfText(data));
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

  constructor(text: string) {
    this.run = new TypingRun(text);
    makeAutoObservable(this, { run: false, isOver: false });
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

/** Types by itself, with a mistake that is corrected and one that stays. Under reduced motion, shows the middle of it. */
function demonstrate(attempt: Attempt, onEnd: () => void): () => void {
  const keys = [...attempt.run.characters];
  keys.splice(9, 1, 'x', 'y', BACKSPACE, BACKSPACE, keys[9] ?? '');
  keys[24] = '#';
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
