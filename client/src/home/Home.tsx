import Keyboard from 'lucide-react/icons/keyboard';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { lazyPart } from '../core/lazyPart';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { useOffline } from '../offline/useOffline';
import { ButtonLink } from '../ui/Button';
import { SkinImage } from '../ui/SkinImage';
import { Banner } from './Banner';
import classes from './Home.module.css';
import { Leaderboard } from './Leaderboard';
import { GuestCard, WelcomeCard } from './PlayCard';
import { ShareButton } from './ShareButton';
import * as texts from './texts';

const MemberStart = lazyPart(() => import('./MemberStart').then(({ MemberStart }) => MemberStart), {
  id: 'MemberStart',
});

/** Of no use while the rest of the page is loading; the page is whole without it. */
const LiveRace = lazyPart(() => import('../watch/LiveRace').then(({ LiveRace }) => LiveRace), { ifMissing: null });

/** The time after which the page has loaded what it needs, in milliseconds. */
const LIVE_AFTER_MS = 1500;

/** The front page: the headline or, for a member, what to go on with; the two ways to play, and the leaderboard. */
export const Component = observer(function Home() {
  const { session, services, settings } = useRoot();
  useOffline(settings.textLanguage);
  useEffect(() => {
    // The contract: a return from a race by the browser's button reloads the page once.
    if (services.storage.get('back') === null) return;
    services.storage.remove('back');
    window.location.reload();
  }, [services]);
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLive(true), LIVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.home}>
      <Banner />
      <div className={classes.top}>
        {session.token === null ? <Headline /> : <Member />}
        {session.isChecking ? (
          <div className={classes.pending} aria-hidden="true" />
        ) : session.info ? (
          <WelcomeCard info={session.info} />
        ) : (
          <GuestCard />
        )}
      </div>
      <div className={classes.live}>{isLive && <LiveRace />}</div>
      <Leaderboard />
    </div>
  );
});

/** The site in two sentences. */
function Headline() {
  const t = useText();
  return (
    <section className={classes.hero}>
      <div className={classes.bird}>
        <SkinImage skin="hummingbird" size={256} isHero />
      </div>
      <h1 className={classes.headline}>{t(texts.headline)}</h1>
      <p className={classes.lead}>{t(texts.lead)}</p>
      <div className={classes.more}>
        <ButtonLink kind="primary" to={paths.singleplayer}>
          <Keyboard aria-hidden="true" />
          <span>{t(texts.typeNow)}</span>
        </ButtonLink>
        <ButtonLink to={paths.today}>{t(texts.today)}</ButtonLink>
        <ShareButton />
      </div>
    </section>
  );
}

function Member() {
  return (
    <div className={classes.member}>
      <div className={classes.start}>
        <MemberStart />
      </div>
      <div>
        <ShareButton />
      </div>
    </div>
  );
}
