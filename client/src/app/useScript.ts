import { useEffect, useState } from 'react';
import type { Script } from '../platform/loading';
import { useRoot } from './useRoot';

/**
 * Returns a part of the page; undefined until it is loaded. Throws if loading fails.
 *
 * React's `lazy` sometimes never shows the part: docs/decisions/0012.
 */
export function useScript<Part>(script: Script<Part>): Part | undefined {
  const { connection } = useRoot();
  // In objects: most parts are functions, which React would call.
  const [state, setState] = useState<{ part?: Part; error?: unknown }>({ part: script.part });
  useEffect(() => {
    if (state.part === undefined) {
      script.load(connection).then(
        (part) => setState({ part }),
        (error: unknown) => setState({ error }),
      );
    }
  }, [script, connection, state.part]);
  if ('error' in state) throw state.error;
  return state.part;
}
