import ArrowRight from 'lucide-react/icons/arrow-right';
import Check from 'lucide-react/icons/check';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Zap from 'lucide-react/icons/zap';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SettingName } from '../../core/settings';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { isOfComposition } from '../../platform/composition';
import { words } from '../../settings/texts';
import classes from './Palette.module.css';
import { search } from './search';
import * as texts from './texts';
import { type Entry, useEntries } from './useEntries';

/** The options that Page Up and Page Down pass over. */
const PAGE_SIZE = 6;

const ICONS = { action: Zap, screen: ArrowRight, setting: SlidersHorizontal } as const;

interface Props {
  onOpenRoom: () => void;
  onOpenPrivateRace: () => void;
}

/** A field, and the settings, screens and actions that it finds. */
export const Palette = observer(function Palette({ onOpenRoom, onOpenPrivateRace }: Props) {
  const t = useText();
  const { palette, sound } = useRoot();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [setting, setSetting] = useState<SettingName | null>(null);
  const [question, setQuestion] = useState<Entry | null>(null);
  const { all, values, valuesOf } = useEntries(onOpenRoom, onOpenPrivateRace);
  const anything = query.trim() === '' ? all : [...all, ...values];
  const entries = question?.asks ?? (setting === null ? anything : valuesOf(setting));
  const heading = question?.label ?? (setting && t(words[setting].name));
  const found = search(entries, query);
  const [at, setAt] = useState(0);
  const active = found[Math.min(at, found.length - 1)];
  const optionId = (entry: Entry) => `${id}-${entry.key.replace(/\W/g, '-')}`;
  const activeId = active && optionId(active);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const show = (shown: SettingName | null) => {
    setSetting(shown);
    setQuestion(null);
    setQuery('');
    setAt(
      shown === null
        ? 0
        : Math.max(
            valuesOf(shown).findIndex(({ isChosen }) => isChosen),
            0,
          ),
    );
  };
  const choose = (entry: Entry) => {
    if (entry.setting) return show(entry.setting);
    if (entry.asks) {
      show(null);
      return setQuestion(entry);
    }
    palette.close();
    entry.run?.();
    if (entry.key.startsWith('keySound')) void sound.sample(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfComposition(event.nativeEvent)) return;
    const move = (by: number) => setAt((Math.min(at, found.length - 1) + by + found.length) % found.length);
    const page = (by: number) => setAt(Math.max(0, Math.min(Math.min(at, found.length - 1) + by, found.length - 1)));
    const isEmpty = heading !== null && query === '';
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'PageDown') page(PAGE_SIZE);
    else if (event.key === 'PageUp') page(-PAGE_SIZE);
    else if (event.key === 'Enter' && active) choose(active);
    else if ((event.key === 'Escape' && heading !== null) || (event.key === 'Backspace' && isEmpty)) show(null);
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.palette}>
      <div className={classes.field}>
        {heading !== null && (
          <button type="button" className={classes.setting} onClick={() => show(null)}>
            {heading}
          </button>
        )}
        <input
          ref={field}
          // The dialog focuses it when it opens; the effect, if its script comes later.
          data-main
          type="text"
          role="combobox"
          aria-label={heading ?? t(texts.field)}
          placeholder={heading === null ? t(texts.field) : ''}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={query}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t(texts.list)} className={classes.list}>
        {found.map((entry) => {
          const Icon = entry.isChosen ? Check : ICONS[entry.kind];
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names the active option
            <div
              key={entry.key}
              id={optionId(entry)}
              role="option"
              aria-selected={entry === active}
              className={classes.option}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => entry !== active && setAt(found.indexOf(entry))}
              onClick={() => choose(entry)}
            >
              <Icon aria-hidden="true" size="1.1rem" />
              <span className={classes.label}>{entry.label}</span>
              {entry.detail !== undefined && <span className={classes.detail}>{entry.detail}</span>}
            </div>
          );
        })}
      </div>
      <p className="note" role="status">
        {found.length === 0 && t(texts.nothing)}
      </p>
      <p className="note for-keyboards">{t(texts.keys)}</p>
    </div>
  );
});
