import Download from 'lucide-react/icons/download';
import Projector from 'lucide-react/icons/projector';
import UserPlus from 'lucide-react/icons/user-plus';
import { observer } from 'mobx-react-lite';
import { useId, useRef } from 'react';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { RoundResults } from '../event/RoundResults';
import { Table } from '../event/Table';
import type { EventHost } from '../net/api';
import { Lanes } from '../race/Lanes';
import { Button, ButtonLink } from '../ui/Button';
import { DialogButton } from '../ui/DialogButton';
import { LoadFailed } from '../ui/EmptyState';
import { ErrorText } from '../ui/ErrorText';
import { LoadingBlock } from '../ui/Loading';
import { LoginPrompt } from '../ui/LoginPrompt';
import { ScreenHeader } from '../ui/ScreenHeader';
import { Switch } from '../ui/Switch';
import { useCopy } from '../ui/useCopy';
import { useTitle } from '../ui/useTitle';
import { RaceStatus } from '../watch/RaceStatus';
import { Confirm } from './Confirm';
import { EventForm } from './EventForm';
import type { Heats } from './Heats';
import classes from './Host.module.css';
import { JoinCard } from './JoinCard';
import { useChange, useCsv, useHostedEvent, useHostPass } from './queries';
import { Racers } from './Racers';
import { draftOf, lastBegun } from './rounds';
import * as texts from './texts';
import { useHeats } from './useHeats';

/** The most lanes of a running round on this page; the wall has more. */
const MOST_LANES = 10;

/** An event for its host: who is there, the start of each round, and the table. */
export const Control = observer(function Control({ code }: { code: string }) {
  const t = useText();
  const { key, token } = useHostPass(code);
  const { data: event, error, refetch } = useHostedEvent(code);
  const begun = event ? lastBegun(event.round, event.rounds.length) : 0;
  const running = useHeats(event?.heats.filter(({ round }) => round === begun).map(({ room }) => room) ?? []);
  useTitle(t(commonTexts.title)(event?.title ?? t(texts.title)));
  if (!event) {
    return (
      <div className={classes.screen}>
        <ScreenHeader title={t(texts.title)} lead={t(texts.lead)} />
        {!key && !token ? (
          <LoginPrompt reason={t(texts.needLogin)} />
        ) : error ? (
          <LoadFailed title={t(texts.failed)} error={error} onRetry={refetch} />
        ) : (
          <LoadingBlock label={t(texts.loading)} height="30rem" />
        )}
      </div>
    );
  }
  const isOver = event.state === 'over';
  return (
    <div className={classes.screen}>
      <header className="bar">
        <h1>{event.title}</h1>
        <p className="soft" role="status">
          {isOver ? t(texts.over) : t(texts.roundOf)(event.round ?? begun, event.rounds.length)}
        </p>
      </header>
      {!isOver && (
        <div className={classes.control}>
          <JoinCard event={event} />
          <div className="stack">
            <Round event={event} />
            <Actions event={event} />
          </div>
        </div>
      )}
      {!isOver && <Running round={begun} heats={running} />}
      <Table table={event} />
      <RoundResults rounds={event.results} />
      {isOver && <Actions event={event} />}
    </div>
  );
});

/** The open round: its text, who waits for it, and its start. */
function Round({ event }: { event: EventHost }) {
  const t = useText();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const start = useChange(event.code, '/api/events/start');
  const round = event.rounds.find(({ number }) => number === event.round);
  const nWaiting = event.racers.filter(({ isSeated, removed }) => isSeated && !removed).length;
  return (
    <section className={classes.open} aria-labelledby={id}>
      {round ? (
        <>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {t(texts.round)(round.number)}
          </h2>
          <p className={classes.excerpt} lang={event.language} dir="auto" translate="no">
            {round.text}
          </p>
          <div className={classes.start}>
            <Button
              kind="primary"
              isBlocked={nWaiting === 0 || start.isPending}
              onClick={() => start.mutate({ round: round.number })}
            >
              {t(texts.start)(round.number)}
            </Button>
            <p className={classes.count} role="status">
              {nWaiting === 0 ? t(texts.nobodyHere) : t(texts.here)(nWaiting)}
            </p>
          </div>
          <ErrorText error={start.error} hasPrefix isBoxed />
        </>
      ) : (
        <h2 id={id} ref={heading} tabIndex={-1}>
          {t(texts.noRoundLeft)}
        </h2>
      )}
      <Racers event={event} heading={heading} />
    </section>
  );
}

/** The progress of the round that runs. */
const Running = observer(function Running({ round, heats }: { round: number; heats: Heats }) {
  const t = useText();
  const id = useId();
  const { first, racers, nFinished } = heats;
  if (!first) return null;
  return (
    <section className="stack" aria-labelledby={id}>
      <header className="bar">
        <h2 id={id}>{t(texts.raceRuns)(round)}</h2>
        <RaceStatus race={first} />
      </header>
      <Lanes race={heats} racers={heats.leading.slice(0, MOST_LANES)} names="plain">
        <p className="note">{t(texts.finished)(nFinished, racers.length)}</p>
      </Lanes>
    </section>
  );
});

/** What a host does to the event itself. */
function Actions({ event }: { event: EventHost }) {
  const t = useText();
  const { key } = useHostPass(event.code);
  const copy = useCopy();
  const csv = useCsv(event.code);
  const edit = useChange(event.code, '/api/events/edit');
  const end = useChange(event.code, '/api/events/end');
  const { code, title, language, joining, scoring } = event;
  // What was chosen is shown at once.
  const chosen = edit.isPending ? edit.variables : null;
  const begun = event.rounds.filter(({ begun }) => begun);
  const left = event.rounds.filter(({ begun }) => !begun);
  const isOver = event.state === 'over';
  return (
    <div className="stack">
      {!isOver && (
        <div className={classes.switches}>
          <SwitchField
            label={t(texts.lock)}
            isOn={chosen?.locked ?? event.locked}
            isBlocked={edit.isPending}
            onChoose={(locked) => edit.mutate({ locked })}
          />
          <SwitchField
            label={t(texts.showNames)}
            isOn={chosen?.showsNames ?? event.showsNames}
            isBlocked={edit.isPending}
            onChoose={(showsNames) => edit.mutate({ showsNames })}
          />
        </div>
      )}
      <div className="cluster">
        {!isOver && (
          <>
            <ButtonLink to={paths.wall(code)} target="_blank" title={t(texts.wallHint)}>
              <Projector aria-hidden="true" />
              <span>{t(texts.toWall)}</span>
            </ButtonLink>
            {key && (
              <Button
                title={t(texts.cohostHint)}
                onClick={() => copy(`${window.location.origin}${paths.hostOf(code)}#${key}`)}
              >
                <UserPlus aria-hidden="true" />
                <span>{t(texts.copyCohost)}</span>
              </Button>
            )}
            <DialogButton label={t(texts.edit)} title={t(texts.edit)} isWide>
              {(close) => (
                <div className="stack">
                  <p className="note">{t(texts.editHint)}</p>
                  <EventForm
                    initial={{ title, language, joining, scoring }}
                    drafts={() => left.map(draftOf)}
                    nBegun={begun.length}
                    isOpen
                    submit={t(texts.save)}
                    action={edit}
                    onSubmit={(form) => edit.mutate(form, { onSuccess: close })}
                  />
                </div>
              )}
            </DialogButton>
          </>
        )}
        <Button onClick={() => csv.mutate()} isBlocked={csv.isPending}>
          <Download aria-hidden="true" />
          <span>{t(texts.csv)}</span>
        </Button>
        {!isOver && (
          <DialogButton kind="danger" label={t(texts.end)} title={t(texts.endTitle)}>
            {(close) => (
              <Confirm
                warning={t(texts.endText)}
                label={t(texts.end)}
                action={end}
                onConfirm={() => end.mutate({}, { onSuccess: close })}
                onCancel={close}
              />
            )}
          </DialogButton>
        )}
      </div>
      <ErrorText error={csv.error ?? edit.error} hasPrefix isBoxed />
    </div>
  );
}

interface SwitchProps {
  label: string;
  isOn: boolean;
  isBlocked: boolean;
  onChoose: (isOn: boolean) => void;
}

function SwitchField({ label, isOn, isBlocked, onChoose }: SwitchProps) {
  const id = useId();
  return (
    <div className={classes.switch}>
      {/* Not `disabled`, which would lose the focus. */}
      <Switch
        id={id}
        isOn={isOn}
        aria-disabled={isBlocked || undefined}
        onChoose={(chosen) => !isBlocked && onChoose(chosen)}
      />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
