import { type ComponentType, useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { loadChunk } from '../platform/chunks';
import { Script } from '../platform/Script';
import { useScript } from '../platform/useScript';
import { Layout } from '../shell/Layout';
import { PageLoading } from '../ui/Loading';
import { screens } from './screens';
import { useRoot } from './useRoot';
import { useStrings } from './useStrings';

/** The time for which the words for refusals leave the network to the files of a screen, in milliseconds. */
const REFUSALS_DELAY_MS = 1000;

/** A screen's script is loaded when the screen is first visited. */
const routes = Object.entries(screens).map(([path, { id, load }]) => ({
  path,
  script: new Script(async (server) => (await loadChunk(id, load, server)).Component),
}));

function Screen({ script }: { script: Script<ComponentType> }) {
  const Shown = useScript(script);
  const { errors } = useStrings();
  const { connection } = useRoot();
  const isShown = Shown !== undefined;
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => void errors.loadRefusals(connection), REFUSALS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isShown, errors, connection]);
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
