import Play from 'lucide-react/icons/play';
import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { languages } from '../core/text';
import { useText } from '../core/useText';
import type { BestReplay } from '../net/api';
import { useSpeed } from '../typing/useSpeed';
import { ButtonLink } from '../ui/Button';
import { SkinImage } from '../ui/SkinImage';
import * as texts from './texts';
import classes from './Watch.module.css';

/** The best replay of the last 24 hours, named as such. */
export function Best({ best: { race, username, skin, wpm, language, racers } }: { best: BestReplay }) {
  const t = useText();
  const id = useId();
  const speed = useSpeed();
  return (
    <section className={classes.best} aria-labelledby={id}>
      <SkinImage skin={skin} size={88} />
      <div className={classes.words}>
        <h2 id={id}>{t(texts.best)}</h2>
        <p className="lead">
          <Link to={paths.user(username)}>{t(texts.bestRun)(username, `${speed.decimals(wpm)} ${speed.name}`)}</Link>
        </p>
        <p className="soft facts">
          <span>{t(texts.racers)(racers)}</span>
          <span lang={language}>{languages[language]}</span>
        </p>
      </div>
      <ButtonLink to={paths.replay(race)}>
        <Play aria-hidden="true" />
        <span>{t(texts.replay)}</span>
      </ButtonLink>
    </section>
  );
}
