import { ButtonLink } from '../../components/Button';
import { Logo } from '../../components/Logo';
import { paths } from '../../paths';
import { strings } from '../../strings';
import classes from './Multiplayer.module.css';

/** There is no race here for us; `reason` says why. */
export function RaceRefused({ reason }: { reason: string }) {
  return (
    <div className={classes.refused} role="alert">
      <Logo size={72} />
      <h1>{strings.race.failed}</h1>
      <p>{strings.errors.occurred(reason)}</p>
      <ButtonLink kind="primary" to={paths.home}>
        {strings.race.backHome}
      </ButtonLink>
    </div>
  );
}
