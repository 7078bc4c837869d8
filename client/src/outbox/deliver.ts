import type { RootStore } from '../core/RootStore';
import { unsavedPractices } from './practices';
import { unsavedFinishes } from './UnsavedFinishes';

/** Delivers what waits on this device for the server. */
export function deliver(root: RootStore): void {
  void unsavedPractices(root).deliver();
  void unsavedFinishes(root).deliver();
}
