import { observer } from 'mobx-react-lite';
import { useEffect, useId } from 'react';
import { useNavigate } from 'react-router';
import { languages, type Text } from '../../core/text';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { focusTypingInput } from '../../typing/TypingInput';
import { Choice as Choices } from '../../ui/Choice';
import { DialogButton } from '../../ui/DialogButton';
import { leaveFocus } from '../../ui/keys';
import type { PracticeRun } from '../PracticeRun';
import { type Choice, isSwitch, PARTS_OF, parts } from '../rules/choice';
import { languageOf } from '../siteText';
import { chosenBefore, keepChoice } from './chosen';
import { OwnText } from './OwnText';
import { OwnTextForm } from './OwnTextForm';
import classes from './PracticeBar.module.css';
import { Typist } from './Typist';
import * as texts from './texts';
import { usePace } from './usePace';
import { useTimeLimit } from './useTimeLimit';
import { WeakKeys } from './WeakKeys';

interface BarProps {
  practice: PracticeRun;
  /** The query of the address, which says what is practiced. */
  search: string;
  /** Called when there is another text in the same mode. */
  onChanged: () => void;
}

/** The choice of what to practice: a mode and its options, one click each. Leaves the focus on the text. */
export const PracticeBar = observer(function PracticeBar({ practice, search, onChanged }: BarProps) {
  const t = useText();
  const { services, session, settings } = useRoot();
  const { token } = session;
  const { storage } = services;
  const navigate = useNavigate();
  const choice = chosenBefore(storage, search);
  useTimeLimit(practice);
  useMemory(practice);
  usePace(practice, classes.pace ?? '');

  const choose = (part: Partial<Choice>) => {
    navigate({ search: keepChoice(storage, { ...choice, ...part }) }, { replace: true });
  };
  /** With the keyboard, the focus stays on the control; a click has only lent it the focus. */
  const typeOn = () => {
    if (!document.activeElement?.matches(':focus-visible')) focusTypingInput();
  };
  const own = new OwnText(storage);
  return (
    <div className={classes.bar}>
      <Part
        part="mode"
        choice={choice}
        onChoose={(part) => {
          choose(part);
          typeOn();
        }}
      />
      <div className={classes.options}>
        {PARTS_OF[choice.mode].map((part) => (
          <Part
            key={part}
            part={part}
            choice={choice}
            onChoose={(chosen) => {
              choose(chosen);
              typeOn();
            }}
          />
        ))}
        {choice.mode === 'weak' && <WeakKeys language={languageOf(search, settings)} />}
        {choice.mode === 'own' && (
          <DialogButton
            kind="quiet"
            label={t(own.parts.length === 0 ? texts.ownText : partOf(own))}
            title={t(texts.ownText)}
            isOpenAtFirst={own.parts.length === 0}
            onClosed={focusTypingInput}
            isWide
          >
            {(close) => (
              <OwnTextForm
                // A text that is being written does not outlast the session of its user.
                key={token}
                onKept={() => {
                  onChanged();
                  close();
                }}
              />
            )}
          </DialogButton>
        )}
        <div className={classes.language}>
          <Part
            part="language"
            choice={choice}
            onChoose={(part) => {
              choose(part);
              typeOn();
            }}
          />
        </div>
      </div>
    </div>
  );
});

interface PartProps {
  part: keyof Choice;
  choice: Choice;
  onChoose: (part: Partial<Choice>) => void;
}

/** A part of the choice: its values, of which one is chosen, or a switch. */
function Part({ part, choice, onChoose }: PartProps) {
  const t = useText();
  const id = useId();
  const hints: Partial<Record<keyof Choice, Text>> = texts.hints;
  const hint = hints[part] && t(hints[part]);
  if (isSwitch(part)) {
    const isOn = choice[part] === 'on';
    return (
      <button
        type="button"
        className={classes.switch}
        aria-pressed={isOn}
        onMouseDown={leaveFocus}
        onClick={() => onChoose({ [part]: isOn ? 'off' : 'on' })}
      >
        {t(texts.parts[part])}
      </button>
    );
  }
  return (
    <div className={classes.part} title={hint}>
      <span id={id} className={part === 'words' ? classes.name : 'visually-hidden'}>
        {t(texts.parts[part])}
      </span>
      <Choices
        labelledBy={id}
        describedBy={hint && `${id}-hint`}
        options={optionsOf(part, t)}
        chosen={choice[part]}
        onChoose={(value) => onChoose({ [part]: value })}
      />
      {hint && (
        <span id={`${id}-hint`} className="visually-hidden">
          {hint}
        </span>
      )}
    </div>
  );
}

/** The values of a part, in an order for people: the default is not always the first. */
function optionsOf<Part extends keyof typeof texts.values>(part: Part, t: (text: Text) => string) {
  const names: Readonly<Record<string, Text>> = texts.values[part];
  const values: readonly string[] = parts[part];
  const numbers = [...(values as readonly Choice[Part][])].sort((one, other) => rankOf(one) - rankOf(other));
  return numbers.map((value) => {
    const label = t(names[value] ?? { en: value, es: value });
    // Only the last number of words has the word behind it.
    const rest = part === 'end' && label === value ? t(texts.wordsBehind) : undefined;
    return { value, label, rest, lang: value in languages ? value : undefined };
  });
}

/** Seconds before words, and small numbers before large ones. */
function rankOf(value: string): number {
  const number = Number.parseInt(value, 10);
  if (Number.isNaN(number)) return 0;
  return value.endsWith('s') ? number - 1000 : number;
}

function partOf(own: OwnText): Text {
  const { en, es } = texts.part;
  return { en: en(own.part + 1, own.parts.length), es: es(own.part + 1, own.parts.length) };
}

/** Remembers the keys and the speed of a practice that is over. */
function useMemory(practice: PracticeRun): void {
  const { storage } = useRoot().services;
  const { final } = practice;
  useEffect(() => {
    const { run, startedAt } = practice;
    if (!final || startedAt === null || run.cursor === 0) return;
    new Typist(storage).remember(practice, run.keysSince(startedAt), final.wpm);
  }, [practice, final, storage]);
}
