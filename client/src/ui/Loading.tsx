import type { ReactNode } from 'react';
import { useStrings } from '../app/useStrings';
import classes from './Loading.module.css';

/** A screen whose script is still loading. */
export function PageLoading() {
  const strings = useStrings();
  return (
    <div className={classes.loading}>
      <Spinner label={strings.common.loading} />
    </div>
  );
}

/** A spinner; screen readers announce `label`. */
function Spinner({ label }: { label: string }) {
  return (
    <div className={classes.place} role="status">
      <span className={classes.spinner} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}

interface LoadingProps {
  /** Announced by screen readers. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The placeholder of content that is still loading. */
export function Loading({ label, className = classes.outline, children }: LoadingProps) {
  return (
    <div className={className} role="status">
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}

/** A shimmering block; its height is a CSS length. */
export function Skeleton({ height }: { height: string }) {
  return <span className={classes.skeleton} style={{ height }} aria-hidden="true" />;
}
