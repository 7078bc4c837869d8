import { useText } from '../core/useText';
import classes from './Event.module.css';
import * as texts from './texts';

interface Props {
  names: readonly string[];
  /** The name of the racer who sees them. */
  own?: string;
  /** The most names: more are a wall of letters. */
  most: number;
}

/** The names of racers, each in its own direction; one's own first. */
export function Names({ names, own, most }: Props) {
  const t = useText();
  const sorted = own === undefined ? names : [own, ...names.filter((name) => name !== own)];
  const rest = names.length - most;
  return (
    <ul className={classes.names} aria-label={t(texts.racers)}>
      {sorted.slice(0, most).map((name) => (
        <li key={name} data-own={name === own}>
          <bdi>{name}</bdi>
        </li>
      ))}
      {rest > 0 && <li>{t(texts.others)(rest)}</li>}
    </ul>
  );
}
