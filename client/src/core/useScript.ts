import { useEffect, useState } from 'react';
import type { Script } from '../platform/loading';

/**
 * Returns the part of `script`, which must not change; undefined until it is loaded. Throws if loading fails.
 *
 * React's `lazy` sometimes never shows the part: docs/decisions/0012.
 */
export function useScript<Part>(script: Script<Part>): Part | undefined {
  // In objects: most parts are functions, which React would call.
  const [{ part, error }, setLoaded] = useState<{ part?: Part; error?: unknown }>({ part: script.part });
  useEffect(() => {
    if (part !== undefined) return;
    script.load().then(
      (part) => setLoaded({ part }),
      (error: unknown) => setLoaded({ error }),
    );
  }, [script, part]);
  if (error !== undefined) throw error;
  return part;
}
