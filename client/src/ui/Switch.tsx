import type { InputHTMLAttributes } from 'react';
import classes from './Switch.module.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'checked' | 'onChange'> & {
  isOn: boolean;
  onChoose: (isOn: boolean) => void;
};

/** A control that is on or off, whose label is beside it. */
export function Switch({ isOn, onChoose, ...rest }: Props) {
  return (
    <input
      {...rest}
      type="checkbox"
      className={classes.switch}
      checked={isOn}
      onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
    />
  );
}
