import { useEffect, useId, useRef } from 'react';
import { languages } from '../core/text';
import { useText } from '../core/useText';
import type { HistoryFilters, Mode, TextLanguage } from '../net/api';
import { Button } from '../ui/Button';
import { Select } from '../ui/Select';
import classes from './Filters.module.css';
import { modes } from './modes';
import { useDays } from './queries';
import * as texts from './texts';

/** The first day that counts as typed: with the first digits of a year, a date is one of antiquity. */
const FIRST_DAY = '2000-01-01';

interface Props {
  filters: HistoryFilters;
  onChoose: (filters: HistoryFilters) => void;
}

/** The choice of the runs to show. */
export function Filters({ filters, onChoose }: Props) {
  const t = useText();
  const { kind, mode, language, from, to } = filters;
  const today = useDays().data?.today;
  const all = { value: '' as const, label: t(texts.all) };
  /** Filters with one that is set or, for '', left out. */
  const choose = (name: keyof HistoryFilters, value: string) => {
    const { [name]: _, ...others } = filters;
    onChoose(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <fieldset className={classes.filters} aria-label={t(texts.filters)}>
      <Select
        label={t(texts.kind)}
        options={[all, ...(['race', 'practice'] as const).map((value) => ({ value, label: t(texts.kinds[value]) }))]}
        chosen={kind ?? ''}
        onChoose={(value) => choose('kind', value)}
      />
      <Select<Mode | ''>
        label={t(texts.mode)}
        options={[all, ...(Object.keys(modes) as Mode[]).map((value) => ({ value, label: t(modes[value]) }))]}
        chosen={mode ?? ''}
        onChoose={(value) => choose('mode', value)}
      />
      <Select<TextLanguage | ''>
        label={t(texts.language)}
        options={[
          all,
          ...(Object.keys(languages) as TextLanguage[]).map((value) => ({
            value,
            label: languages[value],
            lang: value,
          })),
        ]}
        chosen={language ?? ''}
        onChoose={(value) => choose('language', value)}
      />
      <DayField label={t(texts.from)} day={from} today={today} onChoose={(day) => choose('from', day)} />
      <DayField label={t(texts.to)} day={to} today={today} onChoose={(day) => choose('to', day)} />
      {Object.keys(filters).length > 0 && (
        <Button kind="quiet" onClick={() => onChoose({})}>
          {t(texts.clear)}
        </Button>
      )}
    </fieldset>
  );
}

interface DayFieldProps {
  label: string;
  day: string | undefined;
  /** The last day to choose; undefined until it is known. */
  today: string | undefined;
  /** Called with a day, or with '' for none. */
  onChoose: (day: string) => void;
}

/** A field for a day. It is not controlled, because React would take back a date that is typed half-way. */
function DayField({ label, day = '', today, onChoose }: DayFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = day;
  }, [day]);
  return (
    <div className={classes.day}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="input"
        type="date"
        min={FIRST_DAY}
        max={today}
        defaultValue={day}
        onChange={({ currentTarget: { value, validity } }) => {
          // A date of which a part is being typed anew has no value.
          if (value === '' ? !validity.badInput : value >= FIRST_DAY) onChoose(value);
        }}
        onBlur={({ currentTarget: field }) => {
          if (field.validity.badInput) field.value = day;
          // Of a date that is cleared part by part, browsers report only the first one.
          else if (field.value === '' && day !== '') onChoose('');
        }}
      />
    </div>
  );
}
