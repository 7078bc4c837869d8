import type { ReactNode } from 'react';

interface Props {
  name: string;
  /** The meaning of the name, as a tooltip. */
  hint?: string;
  value: string | number;
  unit?: string;
  /** A link beside the number. */
  children?: ReactNode;
  className?: string | undefined;
}

/** A number with its name and unit: an entry of a `<dl>`, which styles it. */
export function Stat({ name, hint, value, unit, children, className }: Props) {
  return (
    <div className={className}>
      <dt title={hint}>{name}</dt>
      <dd>
        <span>{value}</span>
        {unit && <small>{` ${unit}`}</small>}
        {children}
      </dd>
    </div>
  );
}
