import type { RootStore } from '../core/RootStore';

/** Returns a function that makes one value for each page, when it is first asked for. */
export function onePerPage<Made>(make: (root: RootStore) => Made): (root: RootStore) => Made {
  const made = new WeakMap<RootStore, Made>();
  return (root) => {
    const value = made.get(root) ?? make(root);
    made.set(root, value);
    return value;
  };
}
