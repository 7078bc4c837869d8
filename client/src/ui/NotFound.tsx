import { paths } from '../core/paths';
import { useStrings } from '../core/useStrings';
import { ButtonLink } from './Button';
import { FogScene } from './FogScene';
import classes from './NotFound.module.css';
import { StatusPage } from './StatusPage';

/** The screen for every unknown path. */
export function Component() {
  const strings = useStrings();
  return (
    <div className={classes.screen}>
      <p className={classes.code} aria-hidden="true">
        404
      </p>
      <StatusPage
        picture={<FogScene skin="snowcap" />}
        title={strings.notFound.heading}
        actions={
          <ButtonLink kind="primary" to={paths.home}>
            {strings.notFound.home}
          </ButtonLink>
        }
      >
        <p>{strings.notFound.text}</p>
      </StatusPage>
    </div>
  );
}
