import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useUserStats } from '../core/userStats';
import { useFormat, useText } from '../core/useText';
import * as typingTexts from '../typing/texts';
import { useSpeed } from '../typing/useSpeed';
import classes from './RacerName.module.css';
import * as texts from './texts';

/** A link to a racer's profile. While the racer is online, hovering or focusing it shows a card, which can be hovered too. */
export function RacerName({ username, isOnline }: { username: string; isOnline: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(isOnline);
  const close = () => setOpen(false);
  useEffect(() => {
    if (!isOpen) return;
    // On the document, because a card that is only hovered has no focus: WCAG 1.4.13.
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);
  return (
    <span className={classes.racer} onPointerEnter={open} onPointerLeave={close}>
      <Link className={classes.name} to={paths.user(username)} onFocus={open} onBlur={close}>
        {username}
      </Link>
      {isOpen && <RacerCard username={username} />}
    </span>
  );
}

/** A racer's statistics at a glance; no card if they cannot be loaded. */
function RacerCard({ username }: { username: string }) {
  const t = useText();
  const speed = useSpeed();
  const format = useFormat();
  const { data, error } = useUserStats(username);
  if (error && !data) return null;
  const entries = data && [
    [t(typingTexts.speed), `${speed.decimals(data.wpm)} ${speed.name}`],
    [t(typingTexts.accuracy), format.accuracy(data.accuracy)],
    [t(texts.racesTotal), format.number(data.racesTotal)],
    [t(commonTexts.racesWon), format.number(data.racesWon)],
    [t(texts.bestRace), `${speed.decimals(data.bestRace)} ${speed.name}`],
    [t(commonTexts.since), format.date(data.date)],
  ];
  return (
    <section className={classes.card} aria-label={t(texts.cardLabel)(username)}>
      {entries ? (
        <dl>
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        t(commonTexts.loading)
      )}
    </section>
  );
}
