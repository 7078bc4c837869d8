import { ButtonLink } from '../../components/Button';
import { FogScene } from '../../components/FogScene';
import { Signpost } from '../../components/Signpost';
import { useStrings } from '../../hooks/useStrings';
import { useTitle } from '../../hooks/useTitle';
import { paths } from '../../paths';
import classes from './NotFound.module.css';

/** Every path that is no screen. */
export function Component() {
  const strings = useStrings();
  useTitle(strings.notFound.title);
  return (
    <div className={classes.screen}>
      <p className={classes.code} aria-hidden="true">
        404
      </p>
      <Signpost
        picture={<FogScene skin="snowcap" />}
        title={strings.notFound.heading}
        ways={
          <ButtonLink kind="primary" to={paths.home}>
            {strings.notFound.home}
          </ButtonLink>
        }
      >
        <p>{strings.notFound.text}</p>
      </Signpost>
    </div>
  );
}
