import type { ReactNode } from 'react';
import { decimals } from '../../format';
import { strings } from '../../strings';
import classes from './Results.module.css';

interface Props {
  wpm: number;
  accuracy: number;
  /** Seconds. */
  time: number;
  /** What follows the numbers: how safe they are, and the buttons. */
  children?: ReactNode;
}

/** What a run came to. */
export function Results({ wpm, accuracy, time, children }: Props) {
  return (
    <section className={classes.results} aria-label={strings.typing.results}>
      <h2>{strings.typing.results}</h2>
      <dl className={classes.numbers}>
        <div>
          <dt>{strings.typing.speed}</dt>
          <dd>
            {decimals(wpm)} <small>{strings.common.wpm}</small>
          </dd>
        </div>
        <div>
          <dt>{strings.typing.accuracy}</dt>
          <dd>
            {decimals(accuracy)} <small>{strings.common.percent}</small>
          </dd>
        </div>
        <div>
          <dt>{strings.typing.time}</dt>
          <dd>
            {decimals(time)} <small>{strings.common.seconds}</small>
          </dd>
        </div>
      </dl>
      {children}
    </section>
  );
}
