import { observer } from 'mobx-react-lite';
import { useFormat, useText } from '../core/useText';
import * as texts from './texts';
import classes from './Watch.module.css';
import type { WatchedRace } from './WatchedRace';

/** The text of a race, with the part that its first racer has typed. Before the start, nobody sees it. */
export const RaceText = observer(function RaceText({ race }: { race: WatchedRace }) {
  const t = useText();
  const format = useFormat();
  const { text, language, ahead } = race;
  if (text === null) return <p className={classes.later}>{t(texts.textLater)}</p>;
  const characters = [...text];
  const typed = Math.floor((characters.length * ahead) / 100);
  return (
    <figure className={classes.figure} aria-label={t(texts.theText)}>
      <p className={classes.text} lang={language} dir="auto" translate="no">
        <span className={classes.typed}>{characters.slice(0, typed).join('')}</span>
        <span>{characters.slice(typed).join('')}</span>
      </p>
      {!race.isOver && <figcaption className="note">{t(texts.typed)(format.percent(ahead))}</figcaption>}
    </figure>
  );
});
