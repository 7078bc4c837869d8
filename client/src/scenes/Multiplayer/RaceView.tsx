import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Spinner } from '../../components/Spinner';
import { celebrate } from '../../components/typing/celebrate';
import { Gauges } from '../../components/typing/Gauges';
import { KeyboardNotice } from '../../components/typing/KeyboardNotice';
import { Toolbar } from '../../components/typing/Toolbar';
import { focusTypingInput } from '../../components/typing/TypingInput';
import { TypingStage } from '../../components/typing/TypingStage';
import { useCalmPage } from '../../hooks/useCalmPage';
import type { RaceStore } from '../../stores/RaceStore';
import { strings } from '../../strings';
import { Countdown } from './Countdown';
import { InviteButton } from './InviteButton';
import { Lanes } from './Lanes';
import classes from './Multiplayer.module.css';
import { RaceResults } from './RaceResults';

/** A race: the lanes above, the text below, and at the end the results. */
export const RaceView = observer(function RaceView({ race }: { race: RaceStore }) {
  const { run, phase, isTyping } = race;
  useCalmPage(isTyping);
  useEffect(() => {
    if (isTyping) focusTypingInput();
  }, [isTyping]);
  const hasWon = race.result.kind === 'saved' && race.hasWon;
  useEffect(() => {
    if (hasWon) void celebrate();
  }, [hasWon]);

  if (!run) return <Spinner label={strings.race.joining} />;
  const isBeforeStart = phase === 'joined' || phase === 'waiting' || phase === 'starting';
  return (
    <div className={classes.race}>
      <h1 className="visually-hidden">{strings.race.title}</h1>
      {race.isReconnecting && (
        <p className={classes.reconnecting} role="status">
          {strings.race.reconnecting}
        </p>
      )}
      <Toolbar
        gauges={
          <Gauges
            run={run}
            startedAt={race.startedAt}
            finalSeconds={race.outcome?.time ?? (phase === 'finished' ? 0 : null)}
          />
        }
      >
        {isBeforeStart && <InviteButton />}
      </Toolbar>
      <Lanes race={race} />
      {phase === 'finished' && <RaceResults race={race} run={run} />}
      {(phase !== 'finished' || race.outcome === null) && (
        <TypingStage
          run={run}
          author={race.author}
          isActive={isTyping}
          onKey={(key) => race.press(key)}
          {...(isBeforeStart ? { overlay: <Countdown race={race} /> } : {})}
        />
      )}
      <KeyboardNotice />
    </div>
  );
});
