import { type ComponentType, useEffect, useState } from 'react';
import { Route, Routes } from 'react-router';
import { useRoot } from '../core/useRoot';
import { useScript } from '../core/useScript';
import { useStrings } from '../core/useStrings';
import { afterNextFrame } from '../platform/frame';
import { loadScript, Script } from '../platform/loading';
import { PageLoading } from '../ui/Loading';
import { screens } from './screens';
import { Layout } from './shell/Layout';

function Screen({ script }: { script: Script<ComponentType> }) {
  const { errors } = useStrings();
  const Shown = useScript(script);
  useEffect(() => {
    // Ahead of any error: it should appear at once, and the network may be gone by then.
    if (Shown) afterNextFrame(() => void errors.load().catch(() => {}));
  }, [Shown, errors]);
  return Shown ? <Shown /> : <PageLoading />;
}

/** Shows the screen at the page's address. Its script and texts are loaded on the first visit. */
export function AppRoutes() {
  const { language } = useRoot();
  const [routes] = useState(() =>
    Object.entries(screens).map(([path, { id, load, words = [] }]) => ({
      path,
      script: new Script(async () => {
        const [{ Component }] = await Promise.all([loadScript(id, load), language.need(words)]);
        return Component;
      }),
    })),
  );
  return (
    <Routes>
      <Route element={<Layout />}>
        {routes.map(({ path, script }) => (
          <Route key={path} path={path} element={<Screen key={path} script={script} />} />
        ))}
      </Route>
    </Routes>
  );
}
