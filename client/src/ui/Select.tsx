import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import classes from './Select.module.css';

interface Props<Value extends string> {
  label: string;
  /** Leaves the label to screen readers, where the options say what is chosen. */
  isLabelHidden?: boolean;
  /** Each with the language of its label, if it is not the page's. */
  options: readonly { value: Value; label: string; lang?: string | undefined }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A choice among more options than a {@link Choice} has room for: the browser's own list, with its label. */
export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  options,
  chosen,
  onChoose,
}: Props<Value>) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <div className={classes.frame}>
        <select
          id={id}
          className={classes.select}
          value={chosen}
          onChange={({ currentTarget }) => {
            const option = options[currentTarget.selectedIndex];
            if (option) onChoose(option.value);
          }}
        >
          {options.map(({ value, label, lang }) => (
            <option key={value} value={value} lang={lang}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown size="1.1rem" aria-hidden="true" />
      </div>
    </div>
  );
}
