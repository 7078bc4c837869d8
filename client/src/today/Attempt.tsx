import Feather from 'lucide-react/icons/feather';
import Share2 from 'lucide-react/icons/share-2';
import { observer } from 'mobx-react-lite';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import type { BoardEntry, DailyRace } from '../net/api';
import { useRoom } from '../race/useOpenRoom';
import * as verdictTexts from '../typing/review/verdict.texts';
import { useSpeed } from '../typing/useSpeed';
import { Button, ButtonLink } from '../ui/Button';
import { DialogButton } from '../ui/DialogButton';
import { ErrorText } from '../ui/ErrorText';
import { ShareWays } from '../ui/ShareWays';
import { SkinImage } from '../ui/SkinImage';
import { Stat } from '../ui/Stat';
import { useAttempt } from './queries';
import { endOf, searchOf } from './rules';
import classes from './Today.module.css';
import * as texts from './texts';

/** The visitor's attempt of today: what they can do, or what came of it. */
export const Attempt = observer(function Attempt({ race }: { race: DailyRace }) {
  const t = useText();
  const format = useFormat();
  const { session } = useRoot();
  const { own, racers, day, held } = race;
  const moment = format.dates({ timeStyle: 'short' }).format(endOf(day));
  return (
    <section className={classes.attempt} aria-label={t(texts.yourAttempt)}>
      <div className={classes.bird}>
        <SkinImage skin={own?.skin ?? session.info?.skin ?? 'hummingbird'} size={128} isHero />
      </div>
      <div className={classes.status}>
        {own ? <Result own={own} racers={racers} /> : <Status race={race} isGuest={session.token === null} />}
        <div className={classes.actions}>
          {own && <ButtonLink to={paths.replay(own.race)}>{t(commonTexts.replay)}</ButtonLink>}
          {held && <ButtonLink to={paths.run(held)}>{t(verdictTexts.why)}</ButtonLink>}
          {!own && session.token === null && <Login race={race} />}
          {!own && session.token !== null && race.attempt !== 'over' && <Start race={race} />}
          <Share race={race} />
        </div>
        <p className="note">{t(texts.next)(moment)}</p>
      </div>
    </section>
  );
});

function Status({ race, isGuest }: { race: DailyRace; isGuest: boolean }) {
  const t = useText();
  if (isGuest) return <p className="lead">{t(texts.forGuests)}</p>;
  return (
    <div className="lead">
      <p>{t(race.held ? texts.held : texts.attempts[race.attempt])}</p>
      {race.attempt === 'open' && race.board.length > 0 && <p>{t(texts.ghosts)}</p>}
    </div>
  );
}

function Result({ own, racers }: { own: BoardEntry; racers: number }) {
  const t = useText();
  const speed = useSpeed();
  const format = useFormat();
  return (
    <>
      <h2 className={classes.place}>{t(texts.place)(own.rank, racers)}</h2>
      <dl className={classes.numbers}>
        <Stat name={t(texts.speed)} value={speed.decimals(own.wpm)} unit={speed.name} />
        <Stat name={t(texts.accuracy)} value={format.accuracy(own.accuracy)} />
        <Stat name={t(texts.time)} value={format.decimals(own.time)} unit={t(commonTexts.seconds)} />
      </dl>
    </>
  );
}

/** Starts the attempt, or returns to its room. */
function Start({ race: { attempt, language } }: { race: DailyRace }) {
  const t = useText();
  const room = useRoom(useAttempt(language), `?${new URLSearchParams({ today: language })}`);
  return (
    <>
      <Button kind="primary" onClick={room.open} isBlocked={room.isOpening}>
        <Feather aria-hidden="true" />
        <span>{t(attempt === 'open' ? texts.start : texts.goOn)}</span>
      </Button>
      <ErrorText error={room.error} />
    </>
  );
}

function Login({ race: { language } }: { race: DailyRace }) {
  const t = useText();
  const returnTo = { next: paths.today + searchOf({ day: null, language }) };
  return (
    <>
      <ButtonLink kind="primary" to={paths.login} state={returnTo}>
        {t(commonTexts.login)}
      </ButtonLink>
      <ButtonLink to={paths.signup} state={returnTo}>
        {t(commonTexts.signup)}
      </ButtonLink>
    </>
  );
}

/** Opens the ways to share the race, with the visitor's result if there is one. */
function Share({ race: { own, racers, language } }: { race: DailyRace }) {
  const t = useText();
  const speed = useSpeed();
  const address = window.location.origin + paths.today + searchOf({ day: null, language });
  const text = own
    ? t(texts.boast)(`${speed.decimals(own.wpm)} ${speed.name}`, t(texts.place)(own.rank, racers))
    : t(texts.invitation);
  const label = (
    <>
      <Share2 aria-hidden="true" />
      <span>{t(texts.share)}</span>
    </>
  );
  return (
    <DialogButton label={label} title={t(texts.shareTitle)}>
      {(close) => <ShareWays text={text} address={address} copied={address} onChosen={close} />}
    </DialogButton>
  );
}
