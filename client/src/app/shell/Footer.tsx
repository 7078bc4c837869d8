import { Link } from 'react-router';
import { paths } from '../../core/paths';
import { site } from '../../core/site';
import * as commonTexts from '../../core/texts';
import { useText } from '../../core/useText';
import { useEgg } from '../../skins/queries';
import { RichText } from '../../ui/RichText';
import classes from './Footer.module.css';
import { Preferences } from './Preferences';
import * as texts from './texts';

/** The footer of every screen. Some of its links hide a skin. */
export function Footer() {
  const t = useText();
  const findEgg = useEgg();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <nav aria-label={t(texts.footerLabel)}>
          <ul className={classes.links}>
            <li>
              <Link to={paths.settings}>{t(commonTexts.settings)}</Link>
            </li>
            <li>
              <Link to={paths.feedback}>{t(texts.feedback)}</Link>
            </li>
            <li>
              <Link to={paths.about}>{t(texts.footerAbout)}</Link>
            </li>
            <li>
              <a href={site.sourceRepository} target="_blank" rel="noreferrer" onClick={() => findEgg('cat')}>
                {t(texts.github)}
              </a>
            </li>
            <li>
              <a href={site.privacyPolicy} target="_blank" rel="noreferrer">
                {t(texts.privacy)}
              </a>
            </li>
            <li>
              <Link to={paths.terms}>{t(texts.terms)}</Link>
            </li>
            <li>
              <Link to={paths.imprint}>{t(texts.imprint)}</Link>
            </li>
          </ul>
        </nav>
        <Preferences />
        <p className={classes.copyright}>
          <RichText text={t(texts.copyright)(new Date().getFullYear())} onFollow={() => findEgg('capybara')} />
        </p>
      </div>
    </footer>
  );
}
