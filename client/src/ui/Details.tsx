import { type ReactNode, useState } from 'react';
import classes from './Details.module.css';
import { leaveFocus } from './keys';

interface Props {
  summary: string;
  /** Rendered while it is open. */
  children: () => ReactNode;
}

/** A part of a screen for visitors who open it. */
export function Details({ summary, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus where it is */}
      <summary onMouseDown={leaveFocus}>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
