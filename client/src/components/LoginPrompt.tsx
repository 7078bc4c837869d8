import { useLocation } from 'react-router';
import { useStrings } from '../hooks/useStrings';
import { paths } from '../paths';
import { ButtonLink } from './Button';
import classes from './LoginPrompt.module.css';
import { SkinImage } from './SkinImage';

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
