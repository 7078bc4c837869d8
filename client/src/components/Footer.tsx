import { Link } from 'react-router';
import { paths } from '../paths';
import { site } from '../site';
import { strings } from '../strings';
import classes from './Footer.module.css';

/** What stands below every screen. */
export function Footer() {
  return (
    <footer className={classes.footer}>
      <nav className={classes.inner} aria-label={strings.footer.label}>
        <ul className={classes.links}>
          <li>
            <Link to={paths.feedback}>{strings.footer.feedback}</Link>
          </li>
          <li>
            <Link to={paths.about}>{strings.footer.about}</Link>
          </li>
          <li>
            <a href={site.sourceRepository}>{strings.footer.github}</a>
          </li>
          <li>
            <a href={site.privacyPolicy}>{strings.footer.privacy}</a>
          </li>
          <li>
            <Link to={paths.terms}>{strings.footer.terms}</Link>
          </li>
          <li>
            <Link to={paths.imprint}>{strings.footer.imprint}</Link>
          </li>
        </ul>
        <p className={classes.copyright}>
          {strings.footer.copyright(new Date().getFullYear())} {site.authors.join(` ${strings.footer.and} `)}
        </p>
      </nav>
    </footer>
  );
}
