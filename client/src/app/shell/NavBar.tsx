import Menu from 'lucide-react/icons/menu';
import Moon from 'lucide-react/icons/moon';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import Sun from 'lucide-react/icons/sun';
import X from 'lucide-react/icons/x';
import { observer } from 'mobx-react-lite';
import type { FocusEvent } from 'react';
import { Link, NavLink } from 'react-router';
import { paths } from '../../core/paths';
import { useWayBack } from '../../core/returnTo';
import { site } from '../../core/site';
import * as commonTexts from '../../core/texts';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { IconButton, IconLink } from '../../ui/Button';
import { Logo } from '../../ui/Logo';
import { useDisclosure } from '../../ui/useDisclosure';
import classes from './NavBar.module.css';
import { PlayMenu } from './PlayMenu';
import * as texts from './texts';

/** The bar at the top of every screen; below 750 px its links are behind a menu button. */
export const NavBar = observer(function NavBar() {
  const t = useText();
  const { palette, session } = useRoot();
  const { isOpen, setOpen, button, closeOnEscape } = useDisclosure();
  const wayBack = useWayBack();
  const closeWhenLeft = (event: FocusEvent<HTMLElement>) => {
    // Without a related target, something was clicked that takes no focus: the menu stays open.
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles events that bubble from its links and buttons
    <header className={classes.header} onKeyDown={closeOnEscape} onBlur={closeWhenLeft}>
      <nav className={classes.bar} aria-label={t(texts.navLabel)}>
        <Link className={classes.brand} to={paths.home} aria-label={t(texts.homeLabel)}>
          <Logo />
          <span>{site.product}</span>
        </Link>
        <button
          ref={button}
          type="button"
          className={classes.menu}
          aria-expanded={isOpen}
          aria-controls="navigation-links"
          aria-label={t(texts.menu)}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <X size="1.5rem" aria-hidden="true" /> : <Menu size="1.5rem" aria-hidden="true" />}
        </button>
        <ul id="navigation-links" className={classes.links} data-open={isOpen}>
          <li>
            <PlayMenu />
          </li>
          <li>
            <NavLink className={classes.link} to={paths.shop}>
              {t(texts.shop)}
            </NavLink>
          </li>
          <li>
            <NavLink className={classes.link} to={paths.about}>
              {t(texts.navAbout)}
            </NavLink>
          </li>
          <li className={classes.account}>
            <NavLink
              className={classes.link}
              to={session.isLoggedIn ? paths.account : paths.login}
              state={session.isLoggedIn ? undefined : wayBack}
            >
              {session.username ?? t(commonTexts.login)}
            </NavLink>
          </li>
          <li className={classes.icon}>
            <IconButton label={t(texts.find)} onClick={() => palette.open()}>
              <Search aria-hidden="true" />
            </IconButton>
          </li>
          <li className={classes.icon}>
            <IconLink label={t(commonTexts.settings)} to={paths.settings}>
              <Settings aria-hidden="true" />
            </IconLink>
          </li>
          <li className={classes.icon}>
            <ThemeSwitch />
          </li>
        </ul>
      </nav>
    </header>
  );
});

/** Switches between the light and the dark theme. */
const ThemeSwitch = observer(function ThemeSwitch() {
  const t = useText();
  const { settings } = useRoot();
  const { isDark } = settings;
  return (
    <IconButton
      label={isDark ? t(texts.toLight) : t(texts.toDark)}
      onClick={() => settings.set('theme', isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </IconButton>
  );
});
