import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { ButtonLink } from './Button';
import { FogScene } from './FogScene';
import classes from './NotFound.module.css';
import { StatusPage } from './StatusPage';

/** The screen for every unknown path. */
export function Component() {
  const t = useText();
  return (
    <div className={classes.screen}>
      <p className={classes.code} aria-hidden="true">
        404
      </p>
      <StatusPage
        picture={<FogScene skin="snowcap" />}
        title={t(commonTexts.notFoundHeading)}
        actions={
          <ButtonLink kind="primary" to={paths.home}>
            {t(commonTexts.notFoundHome)}
          </ButtonLink>
        }
      >
        <p>{t(commonTexts.notFoundText)}</p>
      </StatusPage>
    </div>
  );
}
