import type { RootStore } from '../core/RootStore';
import { unsavedPractices } from './practices';
import { unsavedFinishes } from './UnsavedFinishes';

/** Drops what waits on this device for the account to which `token` belongs, because it is deleted. */
export function drop(root: RootStore, token: string): void {
  unsavedPractices(root).drop(token);
  unsavedFinishes(root).drop(token);
}
