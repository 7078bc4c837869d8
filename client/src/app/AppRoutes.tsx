import { observer } from 'mobx-react-lite';
import { type ComponentType, useEffect, useState } from 'react';
import { Route, Routes } from 'react-router';
import { site } from '../core/site';
import { useRoot } from '../core/useRoot';
import { useScript } from '../core/useScript';
import { useStrings } from '../core/useStrings';
import { afterNextFrame } from '../platform/frame';
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
const Screen = observer(function Screen({ script, title }: ScreenProps) {
  const { errors } = useStrings();
  const { language } = useRoot();
  const Shown = useScript(script);
  useTitle(title[language.language].replace('{}', site.product));
  useEffect(() => {
    // Ahead of any error: it should appear at once, and the network may be gone by then.
    if (Shown) afterNextFrame(() => void errors.load().catch(() => {}));
  }, [Shown, errors]);
  return Shown ? <Shown /> : <PageLoading />;
});

/** Shows the screen at the page's address. Its script and texts are loaded on the first visit. */
export function AppRoutes() {
  const { language } = useRoot();
  const [routes] = useState(() =>
    allRoutes.map(({ pattern, id, title, load, words = [] }) => ({
      pattern,
      title,
      script: new Script(async () => {
        const [{ Component }] = await Promise.all([loadScript(id, load), language.need(words)]);
        return Component;
      }),
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
