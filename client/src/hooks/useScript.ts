import { useEffect, useState } from 'react';
import type { ScriptServer } from '../chunks';
import { useRoot } from './useRoot';

/** A part of the page that is loaded when it is first needed, such as a screen. */
export class Script<Part> {
  /** Once it is here. */
  part: Part | undefined;
  private loading: Promise<Part> | undefined;

  /** @param fetch Loads it. When that fails, whoever needs it next tries again. */
  constructor(private readonly fetch: (server: ScriptServer) => Promise<Part>) {}

  load(server: ScriptServer): Promise<Part> {
    this.loading ??= this.fetch(server).then(
      (part) => {
        this.part = part;
        return part;
      },
      (error: unknown) => {
        this.loading = undefined;
        throw error;
      },
    );
    return this.loading;
  }
}

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
