import type { ComponentType, ReactNode } from 'react';
import { loadExtra, loadScript, Script } from '../platform/loading';
import { useScript } from './useScript';

type Options<Props> = {
  /** Shown in the part's place until it is loaded. */
  whileLoading?: ReactNode;
} & (
  | {
      /** Shown in the place of a part whose script is missing; null shows nothing. */
      ifMissing: ComponentType<Props> | null;
    }
  | {
      /** The name of a script without which the screen is of no use: the page reloads if it is missing. */
      id: string;
    }
);

/** A component whose script is loaded when it is first shown, or before by `load`. */
type LazyPart<Props> = ComponentType<Props> & { load: () => Promise<unknown> };

/** Returns the component that `load` imports, as one that can be shown before it is loaded. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { whileLoading = null, ...missing }: Options<Props>,
): LazyPart<Props> {
  const script = new Script<ComponentType<Props>>(() =>
    'id' in missing ? loadScript(missing.id, load) : loadExtra(load).catch(() => missing.ifMissing ?? Nothing),
  );
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, when its module is loaded
  function Part(props: Props) {
    const Loaded = useScript(script);
    return Loaded ? <Loaded {...props} /> : whileLoading;
  }
  return Object.assign(Part, { load: () => script.load() });
}

function Nothing(): ReactNode {
  return null;
}
