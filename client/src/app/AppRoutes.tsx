import { Route, Routes } from 'react-router';
import { site } from '../core/site';
import { useScript } from '../core/useScript';
import { useLanguage } from '../core/useText';
import { PageLoading } from '../ui/Loading';
import { useRouteTitle } from '../ui/useTitle';
import { allRoutes, type Route as ScreenRoute } from './routes';
import { screens } from './screens';
import { Layout } from './shell/Layout';

/** A screen under the title of its route, which the screen may replace by its own. */
function Screen({ pattern, title }: ScreenRoute) {
  const language = useLanguage();
  const Shown = useScript(screens[pattern]);
  useRouteTitle(title[language].replace('{}', site.product));
  return Shown ? <Shown /> : <PageLoading />;
}

/** Shows the screen at the page's address. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>{routesOf(allRoutes.filter(({ isBare }) => !isBare))}</Route>
      {routesOf(allRoutes.filter(({ isBare }) => isBare))}
    </Routes>
  );
}

function routesOf(routes: readonly ScreenRoute[]) {
  return routes.map((route) => (
    <Route key={route.pattern} path={route.pattern} element={<Screen key={route.pattern} {...route} />} />
  ));
}
