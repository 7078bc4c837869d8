import type { ReactNode } from 'react';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import classes from './Loading.module.css';

/** A screen whose script is still loading. Its heading is announced. */
export function PageLoading() {
  const t = useText();
  return (
    <div className={classes.loading}>
      <div className={classes.place} role="status">
        <Spinner />
        <h1 className="visually-hidden">{t(commonTexts.loading)}</h1>
      </div>
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

/** A turning ring. */
function Spinner() {
  return <span className={classes.spinner} aria-hidden="true" />;
}

/** A block with a spinner, for content that takes the place of the whole block; its height is a CSS length. */
export function LoadingBlock({ label, height }: { label: string; height: string }) {
  return (
    <Loading label={label} className={classes.block}>
      <Skeleton height={height} />
      <Spinner />
    </Loading>
  );
}

/** A shimmering block; its height is a CSS length. */
export function Skeleton({ height }: { height: string }) {
  return <span className={classes.skeleton} style={{ height }} aria-hidden="true" />;
}
