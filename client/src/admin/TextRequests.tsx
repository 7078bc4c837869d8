import { type KeyboardEvent, useRef } from 'react';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { TextRequest } from '../net/api';
import { EmptyState, LoadFailed } from '../ui/EmptyState';
import { Loading, Skeleton } from '../ui/Loading';
import { SkinImage } from '../ui/SkinImage';
import classes from './Admin.module.css';
import { useTextRequests } from './queries';
import { TextRequestCard } from './TextRequestCard';
import * as texts from './texts';

/** The undecided text requests, fully usable by keyboard. */
export function TextRequests() {
  const t = useText();
  const { notice } = useRoot();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { requests, error, refetch, current, set } = useTextRequests();

  const focus = (id: number | undefined) => {
    const card = list.current?.querySelector<HTMLElement>(`[data-request="${id}"]`);
    (card ?? heading.current)?.focus();
  };
  /** Moves the focus to the next request, then removes the decided one. */
  const remove = (id: number, message: (left: number) => string, open: readonly TextRequest[] = current()) => {
    const shown = current();
    const left = open.filter((request) => request.id !== id);
    const position = shown.findIndex((request) => request.id === id);
    const isLeft = ({ id }: TextRequest) => left.some((request) => request.id === id);
    focus((shown.slice(position).find(isLeft) ?? shown.slice(0, position).findLast(isLeft))?.id);
    set(left);
    notice.show(message(left.length));
    // The server limits the list, so there may be more.
    if (left.length === 0) void refetch();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !(event.target instanceof Element) || event.target.closest('input, textarea')) return;
    const here = Number(event.target.closest<HTMLElement>('[data-request]')?.dataset.request);
    const position = requests?.findIndex(({ id }) => id === here) ?? -1;
    const next = requests?.[position + step];
    if (!next) return;
    event.preventDefault();
    focus(next.id);
  };

  return (
    <section className="stack" aria-labelledby="text-requests">
      <header className={classes.header}>
        <h2 id="text-requests" ref={heading} tabIndex={-1}>
          <span>{t(texts.requests)}</span>
          {requests !== undefined && requests.length > 0 && <span className={classes.count}>{requests.length}</span>}
        </h2>
        {requests !== undefined && requests.length > 0 && <p className="note for-keyboards">{t(texts.keys)}</p>}
      </header>
      {requests === undefined ? (
        error ? (
          <LoadFailed title={t(texts.requestsFailed)} error={error} onRetry={refetch} />
        ) : (
          <RequestsSkeleton />
        )
      ) : requests.length === 0 ? (
        <EmptyState>
          <SkinImage skin="hermit" size={112} />
          <p>{t(texts.empty)}</p>
        </EmptyState>
      ) : (
        <ul ref={list} className="stack" onKeyDown={onKeyDown}>
          {requests.map((request) => (
            <TextRequestCard
              key={request.id}
              request={request}
              onDecided={(message) => remove(request.id, message)}
              onGone={(message, open) => remove(request.id, () => message, open)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The outline of the text requests. */
export function RequestsSkeleton() {
  const t = useText();
  return (
    <Loading label={t(commonTexts.loading)}>
      <Skeleton height="15rem" />
      <Skeleton height="15rem" />
    </Loading>
  );
}
