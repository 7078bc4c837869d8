import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import type { Language } from '../core/text';
import { useText } from '../core/useText';
import { minutesAndSeconds } from '../platform/format';
import { Button, IconButton } from '../ui/Button';
import { Choice } from '../ui/Choice';
import { TextArea } from '../ui/Field';
import { Select } from '../ui/Select';
import { ChosenText } from './ChosenText';
import classes from './Host.module.css';
import {
  type Draft,
  isReady,
  LONGEST_OWN,
  lengthOf,
  MOST_ROUNDS,
  moved,
  newDraft,
  SIZES,
  timeLimitOf,
  WORDS,
} from './rounds';
import * as texts from './texts';

interface Props {
  rounds: readonly Draft[];
  language: Language;
  /** The number of rounds before these. */
  nBegun: number;
  onChange: (rounds: Draft[]) => void;
}

/** The rounds of an event, in their order. */
export function RoundsField({ rounds, language, nBegun, onChange }: Props) {
  const t = useText();
  const id = useId();
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id} className={classes.subtitle}>
        {t(texts.rounds)}
      </h2>
      <ol className={classes.rounds}>
        {rounds.map((draft, at) => (
          <RoundRow
            key={draft.key}
            draft={draft}
            number={nBegun + at + 1}
            language={language}
            onChange={(part) => onChange(rounds.map((each) => (each === draft ? { ...draft, ...part } : each)))}
            onUp={at > 0 ? () => onChange(moved(rounds, at, -1)) : undefined}
            onDown={at < rounds.length - 1 ? () => onChange(moved(rounds, at, 1)) : undefined}
            onRemove={rounds.length > 1 ? () => onChange(rounds.filter((each) => each !== draft)) : undefined}
          />
        ))}
      </ol>
      {nBegun + rounds.length < MOST_ROUNDS && (
        <div>
          <Button onClick={() => onChange([...rounds, newDraft()])}>
            <Plus aria-hidden="true" />
            <span>{t(texts.addRound)}</span>
          </Button>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  draft: Draft;
  number: number;
  language: Language;
  onChange: (part: Partial<Draft>) => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

function RoundRow({ draft, number, language, onChange, onUp, onDown, onRemove }: RowProps) {
  const t = useText();
  const id = useId();
  const name = t(texts.round)(number);
  const length = lengthOf(draft.own);
  const limit = minutesAndSeconds(timeLimitOf(length) * 1000);
  return (
    <li className={classes.round}>
      <div className={classes.kind}>
        <strong id={id}>{name}</strong>
        <Select
          label={`${name}: ${t(texts.kind)}`}
          isLabelHidden
          options={(['site', 'chosen', 'words', 'own'] as const).map((value) => ({
            value,
            label: t(texts.kinds[value]),
          }))}
          chosen={draft.kind}
          onChoose={(kind) => onChange({ kind })}
        />
        {(draft.kind === 'site' || draft.kind === 'chosen') && (
          <>
            <span id={`${id}-size`} className="visually-hidden">
              {`${name}: ${t(texts.size)}`}
            </span>
            <Choice
              labelledBy={`${id}-size`}
              options={SIZES.map((value) => ({ value, label: t(texts.sizes[value]) }))}
              chosen={draft.size}
              onChoose={(size) => onChange({ size, chosen: null })}
            />
          </>
        )}
        {draft.kind === 'words' && (
          <>
            <span id={`${id}-words`} className="visually-hidden">
              {`${name}: ${t(texts.words)}`}
            </span>
            <Choice
              labelledBy={`${id}-words`}
              options={WORDS.map((value) => ({ value, label: value }))}
              chosen={draft.words}
              onChoose={(words) => onChange({ words })}
            />
          </>
        )}
        <div className={classes.icons}>
          {onUp && (
            <IconButton label={`${name}: ${t(texts.moveUp)}`} onClick={onUp}>
              <ArrowUp aria-hidden="true" />
            </IconButton>
          )}
          {onDown && (
            <IconButton label={`${name}: ${t(texts.moveDown)}`} onClick={onDown}>
              <ArrowDown aria-hidden="true" />
            </IconButton>
          )}
          {onRemove && (
            <IconButton label={`${name}: ${t(texts.removeRound)}`} onClick={onRemove}>
              <X aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </div>
      {draft.kind === 'chosen' && (
        <ChosenText
          language={language}
          size={draft.size}
          chosen={draft.chosen}
          onChoose={(chosen) => onChange({ chosen })}
        />
      )}
      {draft.kind === 'own' && (
        <TextArea
          label={t(texts.ownText)}
          hint={length > 0 && length < 2 ? t(texts.ownTooShort) : t(texts.ownHint)(length, LONGEST_OWN, limit)}
          isWrong={length > 0 && !isReady(draft)}
          value={draft.own}
          rows={4}
          spellCheck={false}
          dir="auto"
          lang={language}
          required
          onChange={({ currentTarget }) => onChange({ own: currentTarget.value })}
        />
      )}
    </li>
  );
}
