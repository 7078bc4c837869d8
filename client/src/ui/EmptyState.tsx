import type { ReactNode } from 'react';
import { useStrings } from '../app/useStrings';
import { Button } from './Button';
import classes from './EmptyState.module.css';

/** A placeholder for missing content, with the reason. */
export function EmptyState({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div className={classes.place} role={role}>
      {children}
    </div>
  );
}

interface Props {
  title: string;
  /** Null if the server did not answer. */
  error: Error | null;
  onRetry: () => unknown;
}

/** A placeholder for data that could not be loaded, with a button to retry. */
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
