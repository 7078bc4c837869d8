import { useEffect, useState } from 'react';
import { useRoot } from '../app/useRoot';
import type { Script } from './Script';

/**
 * A part of the page, undefined until it is here. Throws, where it is used, what kept it from being loaded.
 *
 * Not React's `lazy`, which sometimes never shows what it loaded: docs/decisions/0012.
 */
export function useScript<Part>(script: Script<Part>): Part | undefined {
  const { connection } = useRoot();
  // In objects: a part is a function as a rule, which React would call.
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
