import { type ComponentType, useState } from 'react';
import { Route, Routes } from 'react-router';
import { site } from '../core/site';
import { useScript } from '../core/useScript';
import { useLanguage } from '../core/useText';
import { loadScript, Script } from '../platform/loading';
import { PageLoading } from '../ui/Loading';
import { useTitle } from '../ui/useTitle';
import { allRoutes, type Route as ScreenRoute } from './screens';
import { Layout } from './shell/Layout';

interface ScreenProps {
  script: Script<ComponentType>;
  title: ScreenRoute['title'];
}

/** A screen under the title of its route, which the screen may replace by its own. */
function Screen({ script, title }: ScreenProps) {
  const language = useLanguage();
  const Shown = useScript(script);
  useTitle(title[language].replace('{}', site.product));
  return Shown ? <Shown /> : <PageLoading />;
}

/** Shows the screen at the page's address. Its script is loaded on the first visit. */
export function AppRoutes() {
  const [routes] = useState(() =>
    allRoutes.map(({ pattern, id, title, load }) => ({
      pattern,
      title,
      script: new Script(async () => (await loadScript(id, load)).Component),
    })),
  );
  return (
    <Routes>
      <Route element={<Layout />}>
        {routes.map(({ pattern, script, title }) => (
          <Route key={pattern} path={pattern} element={<Screen key={pattern} script={script} title={title} />} />
        ))}
      </Route>
    </Routes>
  );
}
