import { Link } from 'react-router';
import { paths } from '../../core/paths';
import { site } from '../../core/site';
import { useStrings } from '../../core/useStrings';
import { useEgg } from '../../profile/queries';
import { RichText } from '../../ui/RichText';
import classes from './Footer.module.css';
import { Preferences } from './Preferences';

/** The footer of every screen. Some of its links hide a skin. */
export function Footer() {
  const strings = useStrings();
  const findEgg = useEgg();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <nav aria-label={strings.footer.label}>
          <ul className={classes.links}>
            <li>
              <Link to={paths.feedback}>{strings.footer.feedback}</Link>
            </li>
            <li>
              <Link to={paths.about}>{strings.footer.about}</Link>
            </li>
            <li>
              <a href={site.sourceRepository} target="_blank" rel="noreferrer" onClick={() => findEgg('cat')}>
                {strings.footer.github}
              </a>
            </li>
            <li>
              <a href={site.privacyPolicy} target="_blank" rel="noreferrer">
                {strings.footer.privacy}
              </a>
            </li>
            <li>
              <Link to={paths.terms}>{strings.footer.terms}</Link>
            </li>
            <li>
              <Link to={paths.imprint}>{strings.footer.imprint}</Link>
            </li>
          </ul>
        </nav>
        <Preferences />
        <p className={classes.copyright}>
          <RichText text={strings.footer.copyright(new Date().getFullYear())} onFollow={() => findEgg('capybara')} />
        </p>
      </div>
    </footer>
  );
}
