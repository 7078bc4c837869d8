interface Props {
  name: string;
  /** What the name means, for who points at it. */
  hint?: string;
  value: string | number;
  unit?: string;
}

/** A number with its name and unit: an entry of a `<dl>`, which says how it looks. */
export function Stat({ name, hint, value, unit }: Props) {
  return (
    <div>
      <dt title={hint}>{name}</dt>
      <dd>
        {value}
        {unit && <small> {unit}</small>}
      </dd>
    </div>
  );
}
