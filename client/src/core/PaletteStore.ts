import { makeAutoObservable, observableRef } from 'mobx';
import type { Text } from './text';

/** An action of the screen that is on the page, which the palette offers, too. */
export interface Offer {
  name: Text;
  run: () => void;
}

/** The state of the palette: open or closed, with the actions that the screen adds to it. */
export class PaletteStore {
  isOpen = false;
  /** The actions of the screen. */
  offers: readonly Offer[] = [];
  private isBlocked = false;

  constructor() {
    makeAutoObservable(this, { offers: observableRef });
  }

  open(): void {
    if (!this.isBlocked) this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
  }

  /** Keeps the palette closed, while a race is typed, until the returned function is called. */
  block(): () => void {
    this.isBlocked = true;
    this.close();
    return () => this.unblock();
  }

  offer(offers: readonly Offer[]): void {
    this.offers = offers;
  }

  private unblock(): void {
    this.isBlocked = false;
  }
}
