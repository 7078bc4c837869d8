import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import { loadChunk } from '../platform/chunks';
import { Script } from '../platform/Script';
import { useScript } from '../platform/useScript';
import { Layout } from '../shell/Layout';
import { PageLoading } from '../ui/Loading';
import { screens } from './screens';

/** A screen's script is loaded when the screen is first visited. */
const routes = Object.entries(screens).map(([path, { id, load }]) => ({
  path,
  script: new Script(async (server) => (await loadChunk(id, load, server)).Component),
}));

function Screen({ script }: { script: Script<ComponentType> }) {
  const Shown = useScript(script);
  return Shown ? <Shown /> : <PageLoading />;
}

/** Shows the screen of the page's address. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {routes.map(({ path, script }) => (
          <Route key={path} path={path} element={<Screen script={script} />} />
        ))}
      </Route>
    </Routes>
  );
}
