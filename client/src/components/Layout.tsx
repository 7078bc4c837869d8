import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { strings } from '../strings';
import { CookieNotice } from './CookieNotice';
import { ErrorBoundary } from './ErrorBoundary';
import { Footer } from './Footer';
import classes from './Layout.module.css';
import { NavBar } from './NavBar';
import { Notice } from './Notice';
import { PageLoading } from './PageLoading';

/** What every screen stands in: navigation, footer, cookie notice, and the pop-up. */
export function Layout() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what scrolls to the top
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);
  return (
    <>
      <a className={classes.skip} href="#content">
        {strings.common.skipToContent}
      </a>
      <NavBar />
      <main id="content" className={classes.main} tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <CookieNotice />
      <Notice />
    </>
  );
}
