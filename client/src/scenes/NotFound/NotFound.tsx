import { ButtonLink } from '../../components/Button';
import { Logo } from '../../components/Logo';
import { useTitle } from '../../hooks/useTitle';
import { paths } from '../../paths';
import { strings } from '../../strings';
import classes from './NotFound.module.css';

/** Every path that is no screen. */
export function Component() {
  useTitle(strings.notFound.title);
  return (
    <div className={classes.screen}>
      <Logo size={84} />
      <h1>{strings.notFound.heading}</h1>
      <p>{strings.notFound.text}</p>
      <ButtonLink kind="primary" to={paths.home}>
        {strings.notFound.home}
      </ButtonLink>
    </div>
  );
}
