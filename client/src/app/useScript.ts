import { useEffect, useState } from 'react';
import type { Script } from '../platform/loading';

/**
 * Returns a part of the page; undefined until it is loaded. Throws if loading fails.
 *
 * React's `lazy` sometimes never shows the part: docs/decisions/0012.
 */
export function useScript<Part>(script: Script<Part>): Part | undefined {
  // In objects: most parts are functions, which React would call.
  const [loaded, setLoaded] = useState<{ script: Script<Part>; part?: Part; error?: unknown }>();
  const { part, error } = loaded?.script === script ? loaded : { part: script.part, error: undefined };
  useEffect(() => {
    if (part !== undefined) return;
    script.load().then(
      (part) => setLoaded({ script, part }),
      (error: unknown) => setLoaded({ script, error }),
    );
  }, [script, part]);
  if (error !== undefined) throw error;
  return part;
}
