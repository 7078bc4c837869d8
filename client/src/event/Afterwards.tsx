import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent } from 'react';
import { paths } from '../core/paths';
import { useReturnHere } from '../core/returnTo';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { EventLook } from '../net/api';
import { ButtonLink } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { LoadingBlock } from '../ui/Loading';
import classes from './Event.module.css';
import { type Pass, useEventTable } from './queries';
import { RoundResults } from './RoundResults';
import { Table } from './Table';
import * as texts from './texts';

/** The interval at which one who has raced asks how the others do, in milliseconds. */
const EVERY_MS = 5000;

interface Props {
  code: string;
  event: EventLook;
  pass: Pass;
  /** The name of the racer who sees it. */
  own: string;
  /** Called when the event is over. */
  onOver: () => void;
}

/** The table and all results, for a racer whose last round has begun, or is over. */
export const Afterwards = observer(function Afterwards({ code, event, pass, own, onOver }: Props) {
  const t = useText();
  const { session } = useRoot();
  const here = useReturnHere();
  const wasOver = event.state === 'over';
  const { data: table, error } = useEventTable(code, pass, wasOver ? 0 : EVERY_MS);
  const isOver = table?.state === 'over';
  const place = table?.table.find(({ name }) => name === own)?.place;
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (isOver && !wasOver) over();
  }, [isOver, wasOver]);
  return (
    <div className={classes.final}>
      <header className={classes.header}>
        <h1>{event.title}</h1>
        <p className="soft" role="status">
          {t(wasOver ? texts.over : texts.lastRuns)}
        </p>
      </header>
      {table ? (
        <>
          {place !== undefined && <p className="lead">{t(texts.placeOf)(place, table.table.length)}</p>}
          {table.table.length === 0 && <p>{t(texts.noResults)}</p>}
          <Table table={table} own={own} />
          <RoundResults rounds={table.rounds} own={own} />
        </>
      ) : error ? (
        <ErrorText error={error} isBoxed />
      ) : (
        <LoadingBlock label={t(commonTexts.loading)} height="20rem" />
      )}
      <div className="cluster">
        {session.token === null && (
          <ButtonLink kind="primary" to={paths.signup} state={here}>
            {t(texts.raceOn)}
          </ButtonLink>
        )}
        <ButtonLink to={paths.home}>{t(commonTexts.home)}</ButtonLink>
      </div>
    </div>
  );
});
