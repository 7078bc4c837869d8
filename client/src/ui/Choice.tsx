import { useId } from 'react';
import classes from './Choice.module.css';

interface Option<Value> {
  value: Value;
  label: string;
  /** The language that the label is in, when it is not the page's. */
  lang?: string;
}

interface Props<Value> {
  /** What is chosen: read out before the options. */
  label: string;
  options: readonly Option<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A choice among a few, all in sight. */
export function Choice<Value extends string>({ label, options, chosen, onChoose }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option} {...(option.lang ? { lang: option.lang } : {})}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === chosen}
            onChange={() => onChoose(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
