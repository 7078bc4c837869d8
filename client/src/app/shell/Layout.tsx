import { Outlet, useLocation } from 'react-router';
import * as commonTexts from '../../core/texts';
import { useText } from '../../core/useText';
import { ConnectionNotice } from './ConnectionNotice';
import { CookieNotice } from './CookieNotice';
import { ErrorBoundary } from './ErrorScreen';
import { Footer } from './Footer';
import classes from './Layout.module.css';
import { NavBar } from './NavBar';
import { Notice } from './Notice';
import { PaletteDialog } from './PaletteDialog';
import { useRouteChange } from './useRouteChange';

/** The frame of every screen: navigation, footer, cookie notice, and pop-up. */
export function Layout() {
  const t = useText();
  const { pathname } = useLocation();
  const main = useRouteChange();
  return (
    <>
      <a className={classes.skip} href="#content">
        {t(commonTexts.skipToContent)}
      </a>
      <NavBar />
      <main ref={main} id="content" className={classes.main} tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <Footer />
      <CookieNotice />
      <PaletteDialog />
      <div className={classes.foot}>
        <Notice />
        <ConnectionNotice />
      </div>
    </>
  );
}
