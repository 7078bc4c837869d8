import { type ReactNode, useId } from 'react';
import classes from './Choice.module.css';

interface Option<Value> {
  value: Value;
  label: string;
  /** The rest of the label, for screen readers. */
  rest?: string | undefined;
  /** The language of the label if it is not the page's. */
  lang?: string | undefined;
  /** A picture of the value, before its label. */
  picture?: ReactNode;
}

/** The letters of the options that fit on one line. Longer choices are shown as separate buttons. */
const LETTERS_OF_A_LINE = 45;

interface Props<Value> {
  options: readonly Option<Value>[];
  /** May be none of the options. */
  chosen: string;
  onChoose: (value: Value) => void;
  /** The ids of the elements that name and describe the choice. */
  labelledBy: string;
  describedBy?: string | undefined;
}

/** A choice among a few options, all visible. */
export function Choice<Value extends string>({ options, chosen, onChoose, labelledBy, describedBy }: Props<Value>) {
  const name = useId();
  const isLong = options.reduce((length, { label }) => length + label.length, 0) > LETTERS_OF_A_LINE;
  return (
    <fieldset className={classes.choice} data-long={isLong} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {options.map(({ value, label, rest, lang, picture }) => (
        <label key={value} className={classes.option} lang={lang}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span className={classes.face}>
            {picture}
            <span>{label}</span>
            {rest !== undefined && <span className="visually-hidden">{rest}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
