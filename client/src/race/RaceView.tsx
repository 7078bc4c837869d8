import { UserPlus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { celebrate } from '../typing/celebrate';
import { Gauges } from '../typing/Gauges';
import { KeyboardNotice } from '../typing/KeyboardNotice';
import { RunReview } from '../typing/review/RunReview';
import { Toolbar } from '../typing/Toolbar';
import { focusTypingInput } from '../typing/TypingInput';
import { TypingSkeleton } from '../typing/TypingSkeleton';
import { TypingStage } from '../typing/TypingStage';
import { IconButton } from '../ui/Button';
import { useCopy } from '../ui/useCopy';
import { Countdown } from './Countdown';
import { Lanes } from './Lanes';
import type { Race } from './Race';
import { RaceAnnouncer } from './RaceAnnouncer';
import { RaceResults } from './RaceResults';
import classes from './RaceScreen.module.css';

/** A race: the lanes above, the text below, and at the end the results. */
export const RaceView = observer(function RaceView({ race }: { race: Race }) {
  const strings = useStrings();
  const { connection } = useRoot();
  const { seat, isTyping, isBeforeStart, hasJustWon } = race;
  useEffect(() => {
    if (isTyping) focusTypingInput();
  }, [isTyping]);
  useEffect(() => {
    if (hasJustWon) void celebrate(connection);
  }, [hasJustWon, connection]);

  if (!seat) {
    return (
      <div className={classes.race}>
        <TypingSkeleton label={strings.race.joining} withLanes />
      </div>
    );
  }
  const { run, author } = seat;
  const isFinished = race.phase.kind === 'finished';
  return (
    <div className={classes.race}>
      <h1 className="visually-hidden">{strings.race.title}</h1>
      {race.isReconnecting && !connection.isLost && (
        <p className={classes.reconnecting} role="status">
          {strings.race.reconnecting}
        </p>
      )}
      <RaceAnnouncer race={race} />
      <Toolbar gauges={<Gauges run={run} timing={race} />}>{isBeforeStart && <InviteButton />}</Toolbar>
      <Lanes race={race} />
      {isFinished && <RaceResults race={race} />}
      {isFinished && run.isFinished && race.outcome && race.startedAt !== null && (
        <RunReview run={run} startedAt={race.startedAt} outcome={race.outcome} />
      )}
      {(!isFinished || race.outcome === null) && (
        <TypingStage
          run={run}
          author={author}
          isActive={isTyping}
          isOver={isFinished}
          onKey={(key) => race.press(key)}
          overlay={isBeforeStart ? <Countdown race={race} /> : undefined}
        />
      )}
      <KeyboardNotice />
    </div>
  );
});

/** Copies the address of the race, which is all that others need to join. */
function InviteButton() {
  const strings = useStrings();
  const putOnClipboard = useCopy();
  const copy = async () => {
    await putOnClipboard(window.location.href);
    focusTypingInput();
  };
  return (
    <IconButton label={strings.race.invite} onClick={copy}>
      <UserPlus aria-hidden="true" />
    </IconButton>
  );
}
