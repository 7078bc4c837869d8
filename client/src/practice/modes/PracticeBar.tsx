import { SlidersHorizontal } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useId } from 'react';
import { useNavigate } from 'react-router';
import { languages, type Text } from '../../core/text';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { focusTypingInput } from '../../typing/TypingInput';
import { Choice as Choices } from '../../ui/Choice';
import { DialogButton } from '../../ui/DialogButton';
import type { PracticeRun } from '../PracticeRun';
import { type Choice, choiceOf, keptOf, PARTS_OF, parts, searchOf } from '../rules/choice';
import { languageOf } from '../siteText';
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

/** The choice of what to practice: a mode, and its options in a dialog. Leaves the focus on the text. */
export const PracticeBar = observer(function PracticeBar({ practice, search, onChanged }: BarProps) {
  const t = useText();
  const id = useId();
  const { services, session, settings } = useRoot();
  const { token } = session;
  const { storage } = services;
  const navigate = useNavigate();
  const choice = choiceOf(search, storage.get('practiceOptions') ?? '');
  useTimeLimit(practice);
  useMemory(practice);
  usePace(practice, classes.pace ?? '');

  const choose = (part: Partial<Choice>) => {
    const chosen = { ...choice, ...part };
    const next = searchOf(chosen);
    storage.set('practiceOptions', keptOf(chosen));
    if (next === '') storage.remove('practiceMode');
    else storage.set('practiceMode', next);
    navigate({ search: next }, { replace: true });
  };
  return (
    <div className={classes.bar}>
      <span id={id} className="visually-hidden">
        {t(texts.title)}
      </span>
      <Choices
        labelledBy={id}
        options={optionsOf('mode', t)}
        chosen={choice.mode}
        onChoose={(mode) => {
          choose({ mode });
          // A click on the label has focused the control; with the keyboard, the focus stays there.
          if (!document.activeElement?.matches(':focus-visible')) focusTypingInput();
        }}
      />
      <DialogButton
        kind="quiet"
        label={
          <>
            <SlidersHorizontal aria-hidden="true" />
            <span className="visually-hidden">{`${t(texts.options)}: `}</span>
            <span>{summaryOf(choice, new OwnText(storage), t)}</span>
          </>
        }
        title={t(texts.values.mode[choice.mode])}
        onClosed={focusTypingInput}
        isWide
      >
        {(close) => (
          <div className={classes.options}>
            {choice.mode === 'weak' && <WeakKeys language={languageOf(search, settings)} />}
            {choice.mode === 'own' && (
              <OwnTextForm
                // A text that is being written does not outlast the session of its user.
                key={token}
                onKept={() => {
                  onChanged();
                  close();
                }}
              />
            )}
            {[...PARTS_OF[choice.mode], 'language' as const].map((part) => (
              <Part key={part} part={part} choice={choice} onChoose={choose} />
            ))}
          </div>
        )}
      </DialogButton>
    </div>
  );
});

interface PartProps {
  part: Exclude<keyof Choice, 'mode'>;
  choice: Choice;
  onChoose: (part: Partial<Choice>) => void;
}

/** A part of the choice: its name and its values. */
function Part({ part, choice, onChoose }: PartProps) {
  const t = useText();
  const id = useId();
  const hint = part === 'length' ? `${id}-hint` : undefined;
  return (
    <div className={classes.part}>
      <div>
        <span id={id}>{t(texts.parts[part])}</span>
        {hint && (
          <small id={hint} className="note">
            {t(texts.lengthHint)}
          </small>
        )}
      </div>
      <Choices
        labelledBy={id}
        describedBy={hint}
        options={optionsOf(part, t)}
        chosen={choice[part]}
        onChoose={(value) => onChoose({ [part]: value })}
      />
    </div>
  );
}

/** The values of a part, in an order for people: the default is not always the first. */
function optionsOf<Part extends keyof Choice>(part: Part, t: (text: Text) => string) {
  const names: Readonly<Record<string, Text>> = texts.values[part];
  const values: readonly string[] = parts[part];
  const numbers = [...(values as readonly Choice[Part][])].sort((one, other) => rankOf(one) - rankOf(other));
  return numbers.map((value) => ({
    value,
    label: t(names[value] ?? { en: value, es: value }),
    lang: value in languages ? value : undefined,
  }));
}

/** Seconds before words, and small numbers before large ones. */
function rankOf(value: string): number {
  const number = Number.parseInt(value, 10);
  if (Number.isNaN(number)) return 0;
  return value.endsWith('s') ? number - 1000 : number;
}

/** The current practice, in a few words. */
function summaryOf(choice: Choice, own: OwnText, t: (text: Text) => string): string {
  const { values } = texts;
  switch (choice.mode) {
    case 'text': {
      const length = t(values.length[choice.length]);
      return choice.category === 'code' ? `${t(values.category.code)} · ${length}` : length;
    }
    case 'words':
      return `${t(values.end[choice.end])} · ${t(values.words[choice.words])}`;
    case 'weak':
      return t(choice.language === 'auto' ? texts.options : values.language[choice.language]);
    case 'own': {
      const { length } = own.parts;
      const { en, es } = texts.part;
      return length === 0 ? t(texts.options) : t({ en: en(own.part + 1, length), es: es(own.part + 1, length) });
    }
  }
}

/** Remembers the keys and the speed of a practice that is over. */
function useMemory(practice: PracticeRun): void {
  const { storage } = useRoot().services;
  const { final } = practice;
  useEffect(() => {
    const { run, startedAt, text } = practice;
    if (!final || startedAt === null || run.cursor === 0) return;
    new Typist(storage).remember(text.mode, text.text, run.keysSince(startedAt), final.wpm);
  }, [practice, final, storage]);
}
