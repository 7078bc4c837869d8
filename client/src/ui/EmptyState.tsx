import type { ReactNode } from 'react';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import type { ServerError } from '../net/serverError';
import { Button } from './Button';
import classes from './EmptyState.module.css';
import { useErrorText } from './useErrorText';

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
  error: Error | ServerError;
  onRetry: () => unknown;
}

/** A placeholder for data that could not be loaded, with a button to retry. */
export function LoadFailed({ title, error, onRetry }: Props) {
  const t = useText();
  const text = useErrorText(error);
  return (
    <EmptyState role="alert">
      <p>
        <strong className={classes.title}>{title}</strong>
      </p>
      <p>{text}</p>
      <Button onClick={() => onRetry()}>{t(commonTexts.retry)}</Button>
    </EmptyState>
  );
}
