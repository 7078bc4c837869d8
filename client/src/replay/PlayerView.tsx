import { compareStructural, reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type RefObject, useCallback, useEffect, useId, useState } from 'react';
import { useFormat, useText } from '../core/useText';
import { Lanes } from '../race/Lanes';
import { TypedText } from '../typing/TypedText';
import { Choice } from '../ui/Choice';
import { useTakeFocus } from '../ui/useTakeFocus';
import { Controls, momentOf } from './Controls';
import { type Player, SPEEDS } from './Player';
import classes from './Replay.module.css';
import { type Meaning, type ReplayCommand, replayCommandOf } from './rules';
import * as texts from './texts';

/** The lanes, the controls, and the text of the chosen racer. */
export const PlayerView = observer(function PlayerView({ player, lang }: { player: Player; lang: string }) {
  const t = useText();
  // The keys work from the first moment.
  const region = useTakeFocus<HTMLElement>();
  const [message, announce] = useState('');
  const { isPlaying, run, track } = player;
  useFrames(player, isPlaying);
  const act = useCallback(
    (command: ReplayCommand) => {
      const key = player.obey(command);
      if (key) announce(inWords(key, player.count, t(texts.announcements)));
      // The slider tells its own value.
      else if (JUMPS.has(command.kind) && !document.activeElement?.matches(SLIDER)) announce(momentOf(player, t));
    },
    [player, t],
  );
  useKeyboard(region, act);
  useEffect(
    () =>
      reaction(
        () => ({ finished: player.finished, isPlaying: player.isPlaying }),
        ({ finished }, before) => {
          const names = finished.filter((name) => !before.finished.includes(name));
          // The last finish pauses it.
          if (before.isPlaying && names.length > 0)
            announce(names.map((name) => t(texts.announcements).finished(name)).join('. '));
        },
        { equals: compareStructural },
      ),
    [player, t],
  );
  return (
    <section ref={region} className={classes.player} aria-label={t(texts.player)} tabIndex={-1}>
      <p className="visually-hidden" role="status">
        {message}
      </p>
      <Lanes race={player} />
      <Controls player={player} act={act} />
      <div className={classes.text}>
        {run ? (
          <TypedText run={run} lang={lang} isFollowed={false} />
        ) : (
          track && <p>{t(track.lane.isHidden ? texts.hidden : texts.noKeys)(track.lane.username)}</p>
        )}
      </div>
      <div className={classes.choices}>
        {player.tracks.length > 1 && <RacerChoice player={player} />}
        <SpeedChoice player={player} />
      </div>
      <p className="note for-keyboards">{t(texts.keyboard)}</p>
    </section>
  );
});

const RacerChoice = observer(function RacerChoice({ player }: { player: Player }) {
  const t = useText();
  const id = useId();
  const options = player.tracks.map(({ lane: { username } }, index) => ({
    value: username,
    label: `${index + 1} ${username}`,
  }));
  const choose = (username: string) => player.choose(options.findIndex(({ value }) => value === username));
  return (
    <div className={classes.choice}>
      <span id={id}>{t(texts.racer)}</span>
      <Choice labelledBy={id} options={options} chosen={options[player.chosen]?.value ?? ''} onChoose={choose} />
    </div>
  );
});

const SpeedChoice = observer(function SpeedChoice({ player }: { player: Player }) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  const options = SPEEDS.map((speed) => ({ value: String(speed), label: `${format.number(speed)}×` }));
  const choose = (value: string) => player.setSpeed(SPEEDS.find((speed) => String(speed) === value) ?? 1);
  return (
    <div className={classes.choice}>
      <span id={id}>{t(texts.speed)}</span>
      <Choice labelledBy={id} options={options} chosen={String(player.speed)} onChoose={choose} />
    </div>
  );
});

/** Goes on with each frame while the replay plays. */
function useFrames(player: Player, isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      player.advance(Math.max(now - before, 0));
      before = now;
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [player, isPlaying]);
}

/** The commands that go to another moment, except for steps by key. */
const JUMPS: ReadonlySet<ReplayCommand['kind']> = new Set(['seconds', 'start', 'end']);

const SLIDER = 'input[type="range"]';

/** Returns whether an element takes a key for itself: buttons and links Space, choices also arrows. */
function takes(element: Element, key: string): boolean {
  if (key === ' ') return element.matches('a, button, input[type="radio"]');
  if (key === 'ArrowUp' || key === 'ArrowDown') return !element.matches(SLIDER);
  return key.startsWith('Arrow') && element.matches('input[type="radio"]');
}

/** Obeys the keyboard while the focus is in the player. Not elsewhere: single keys belong to the page (WCAG 2.1.4). */
function useKeyboard(region: RefObject<HTMLElement | null>, act: (command: ReplayCommand) => void): void {
  useEffect(() => {
    const element = region.current;
    const onKey = (event: KeyboardEvent) => {
      const command = replayCommandOf(event);
      if (!command || !(event.target instanceof Element) || takes(event.target, event.key)) return;
      event.preventDefault();
      act(command);
    };
    // After a click on a button, which leaves the focus where it is, or on a choice, which would use the arrows itself.
    const takeKeys = () => {
      const { activeElement } = document;
      if (!element?.contains(activeElement) || activeElement?.matches('[type="radio"]:not(:focus-visible)'))
        element?.focus({ preventScroll: true });
    };
    element?.addEventListener('keydown', onKey);
    element?.addEventListener('click', takeKeys);
    return () => {
      element?.removeEventListener('keydown', onKey);
      element?.removeEventListener('click', takeKeys);
    };
  }, [region, act]);
}

/** Returns what a key did, for screen readers. */
function inWords(key: Meaning, count: number, words: typeof texts.announcements.en): string {
  const named = (character: string) => (character === ' ' ? words.space : character);
  if (key.kind === 'right') return words.right(count, named(key.typed));
  if (key.kind === 'wrong') return words.wrong(count, named(key.typed), named(key.due));
  return words[key.kind](count);
}
