import type { ReactNode } from 'react';
import { useStrings } from '../app/useStrings';
import { Button } from './Button';
import classes from './EmptyState.module.css';

/** Stands where something would be that is not there, and says why. */
export function EmptyState({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div className={classes.place} role={role}>
      {children}
    </div>
  );
}

interface Props {
  /** What could not be loaded. */
  title: string;
  /** Why; null where nothing is known but that the server did not answer. */
  error: Error | null;
  onRetry: () => unknown;
}

/** Stands where the server's data would, with a way to ask again. */
export function LoadFailed({ title, error, onRetry }: Props) {
  const strings = useStrings();
  return (
    <EmptyState role="alert">
      <p>
        <strong className={classes.title}>{title}</strong>
      </p>
      <p>{error ? error.message : strings.errors.unreachable}</p>
      <Button onClick={() => onRetry()}>{strings.common.retry}</Button>
    </EmptyState>
  );
}
