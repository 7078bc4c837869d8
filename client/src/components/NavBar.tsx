import { Menu, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useRoot } from '../hooks/useRoot';
import { paths } from '../paths';
import { strings } from '../strings';
import { Logo } from './Logo';
import classes from './NavBar.module.css';
import { PlayMenu } from './PlayMenu';
import { ThemeSwitch } from './ThemeSwitch';

/** The bar on top of every screen; below 750 px its links stand behind a menu button. */
export const NavBar = observer(function NavBar() {
  const { session } = useRoot();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the menu
  useEffect(() => setOpen(false), [pathname]);

  return (
    <header className={classes.header}>
      <nav className={classes.bar} aria-label={strings.nav.label}>
        <Link className={classes.brand} to={paths.home} aria-label={strings.nav.homeLabel}>
          <Logo />
          <span>{strings.product}</span>
        </Link>
        <button
          type="button"
          className={classes.menu}
          aria-expanded={isOpen}
          aria-controls="navigation-links"
          aria-label={strings.nav.menu}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
        </button>
        <ul id="navigation-links" className={classes.links} data-open={isOpen}>
          <li>
            <PlayMenu />
          </li>
          <li>
            <NavLink className={classes.link} to={paths.shop}>
              {strings.nav.shop}
            </NavLink>
          </li>
          <li>
            <NavLink className={classes.link} to={paths.about}>
              {strings.nav.about}
            </NavLink>
          </li>
          <li className={classes.account}>
            <NavLink className={classes.link} to={session.isLoggedIn ? paths.account : paths.login}>
              {session.username ?? strings.nav.login}
            </NavLink>
          </li>
          <li>
            <ThemeSwitch />
          </li>
        </ul>
      </nav>
    </header>
  );
});
