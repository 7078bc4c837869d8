import { type ReactNode, useEffect, useRef } from 'react';
import { useStrings } from '../../hooks/useStrings';
import classes from './Results.module.css';

interface Props {
  wpm: number;
  /** Percent; null where it is not known. */
  accuracy: number | null;
  /** Seconds. */
  time: number;
  /** What follows the numbers: how safe they are, and the buttons. */
  children?: ReactNode;
}

/**
 * What a run came to. It takes the focus that the text had: it is read out, and Tab leads on to its buttons. No button
 * has it, because the last keys of a fast typist may come after the end, and Space would press one.
 */
export function Results({ wpm, accuracy, time, children }: Props) {
  const strings = useStrings();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={section} className={classes.results} aria-label={strings.typing.results} tabIndex={-1}>
      <h2>{strings.typing.results}</h2>
      <dl className={classes.numbers}>
        <div>
          <dt>{strings.typing.speed}</dt>
          <dd>
            {strings.format.decimals(wpm)} <small>{strings.common.wpm}</small>
          </dd>
        </div>
        <div>
          <dt>{strings.typing.accuracy}</dt>
          <dd>
            {accuracy === null ? (
              '–'
            ) : (
              <>
                {strings.format.decimals(accuracy)} <small>{strings.common.percent}</small>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{strings.typing.time}</dt>
          <dd>
            {strings.format.decimals(time)} <small>{strings.common.seconds}</small>
          </dd>
        </div>
      </dl>
      {children}
    </section>
  );
}
