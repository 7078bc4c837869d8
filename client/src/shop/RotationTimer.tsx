import { useEffect, useEffectEvent, useState } from 'react';
import { hoursMinutesSeconds } from '../platform/format';
import { useNow } from '../ui/useNow';
import classes from './Shop.module.css';

/** The seconds shown until the server has answered. */
const DEFAULT_SECONDS = 5000;

interface Props {
  /** By `performance.now`; null until it is known. */
  endsAt: number | null;
  /** Called once at each end. */
  onEnd: () => unknown;
}

/** The time until the stock rotates, as hh:mm:ss. */
export function RotationTimer({ endsAt, onEnd }: Props) {
  const [mountedAt] = useState(() => performance.now());
  const now = useNow(250);
  const shownEnd = endsAt ?? mountedAt + DEFAULT_SECONDS * 1000;
  const isOver = endsAt !== null && now >= endsAt;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  return (
    <span role="timer" className={classes.rotationTimer}>
      {hoursMinutesSeconds(Math.ceil(Math.max(0, shownEnd - now) / 1000))}
    </span>
  );
}
