import { useLocation } from 'react-router';
import { paths } from '../app/paths';
import { useStrings } from '../app/useStrings';
import { ButtonLink } from '../ui/Button';
import { SkinImage } from '../ui/SkinImage';
import classes from './LoginPrompt.module.css';

interface Props {
  /** What for. */
  reason: string;
  /** Looks on; null where there is a skin already. */
  skin?: string | null;
}

/** Asks a guest to log in. From there they come back to this screen. */
export function LoginPrompt({ reason, skin = 'snowcap' }: Props) {
  const strings = useStrings();
  const { pathname } = useLocation();
  const wayOn = { next: pathname };
  return (
    <div className={classes.prompt}>
      {skin !== null && <SkinImage skin={skin} size={96} />}
      <p>{reason}</p>
      <div className={classes.choices}>
        <ButtonLink kind="primary" to={paths.login} state={wayOn} data-main>
          {strings.home.login}
        </ButtonLink>
        <ButtonLink to={paths.signup} state={wayOn}>
          {strings.home.signup}
        </ButtonLink>
      </div>
    </div>
  );
}
