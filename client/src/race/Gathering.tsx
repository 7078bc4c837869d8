import Copy from 'lucide-react/icons/copy';
import Feather from 'lucide-react/icons/feather';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import { Button } from '../ui/Button';
import { useCopy } from '../ui/useCopy';
import { spaced } from './code';
import * as texts from './friends.texts';
import classes from './Gathering.module.css';
import type { Race } from './Race';
import * as raceTexts from './texts';

/** The ways into a room of friends, and the button of the racer who starts the race. */
export const Gathering = observer(function Gathering({ race }: { race: Race }) {
  const t = useText();
  const id = useId();
  const format = useFormat();
  const { settings } = useRoot();
  const putOnClipboard = useCopy();
  const { code, phase, roster, seat, starter } = race;
  if (phase.kind !== 'waiting' || starter === null) return null;
  const { size } = roster.racers;
  const address = window.location.origin + paths.race(code);
  const closesAt = new Date(performance.timeOrigin + phase.endsAt);
  const begin = size === 1 && settings.values.ghosts ? raceTexts.beginWithGhosts : texts.beginTogether;
  return (
    <section className={classes.gathering} aria-labelledby={id}>
      <header className="bar">
        <h2 id={id}>{t(texts.friendsTitle)}</h2>
        <p className="soft">{t(texts.present)(size, seat?.seats ?? size)}</p>
      </header>
      <dl className={classes.ways}>
        <div>
          <dt>{t(texts.link)}</dt>
          <dd className={classes.link}>{address}</dd>
        </div>
        <div>
          <dt>{t(texts.code)}</dt>
          <dd className={classes.code}>{spaced(code)}</dd>
        </div>
      </dl>
      <div className={classes.actions}>
        {race.mayBegin ? (
          <Button kind="primary" onClick={() => race.begin()}>
            <Feather aria-hidden="true" />
            <span>{t(begin)}</span>
          </Button>
        ) : (
          <p>{t(texts.begins)(starter)}</p>
        )}
        <Button onClick={() => putOnClipboard(address)}>
          <Copy aria-hidden="true" />
          <span>{t(commonTexts.copyLink)}</span>
        </Button>
      </div>
      <p className="note">{t(texts.openUntil)(format.dates({ timeStyle: 'short' }).format(closesAt))}</p>
    </section>
  );
});
