import { useTitle } from '../hooks/useTitle';
import { paths } from '../paths';
import { strings } from '../strings';
import { Button } from './Button';
import classes from './ErrorScreen.module.css';
import { Logo } from './Logo';

/** What is shown when a screen fails: that it did, why, and two ways on. */
export function ErrorScreen({ error }: { error: unknown }) {
  useTitle(strings.title(strings.errors.unexpected));
  return (
    <div className={classes.screen} role="alert">
      <Logo size={72} />
      <h1>{strings.errors.unexpected}</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <div className={classes.actions}>
        <Button kind="primary" onClick={() => window.location.reload()}>
          {strings.common.reload}
        </Button>
        <Button onClick={() => window.location.assign(paths.home)}>{strings.common.home}</Button>
      </div>
    </div>
  );
}
