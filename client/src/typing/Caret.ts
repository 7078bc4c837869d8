import type { Place } from './TextLines';

/** How long the caret glides from one character to the next, in milliseconds. */
const GLIDE_MS = 80;

/**
 * How long its animation lasts, in glides. The browser has the page work on every frame of an animation's last 40 ms: they
 * come when nobody types, as each key starts the animation anew.
 */
const GLIDES = 10;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** The mark at the next character: glides there on the browser's compositor, or jumps where motion is unwanted. */
export class Caret {
  private readonly effect: KeyframeEffect;
  private readonly animation: Animation;
  private from: Place = { left: 0, top: 0 };
  private to: Place = this.from;
  private movedAt = 0;

  constructor(element: HTMLElement) {
    this.effect = new KeyframeEffect(element, null, { duration: GLIDES * GLIDE_MS, fill: 'forwards' });
    this.animation = new Animation(this.effect);
  }

  /** Starts from wherever it is now, so that fast keys do not make it jump. */
  moveTo(place: Place): void {
    const now = performance.now();
    this.from = reducedMotion.matches ? place : this.placeAt(now);
    this.to = place;
    this.movedAt = now;
    const there = transform(place);
    this.effect.setKeyframes([
      { transform: transform(this.from) },
      { transform: there, offset: 1 / GLIDES },
      { transform: there },
    ]);
    this.animation.currentTime = 0;
    this.animation.play();
  }

  remove(): void {
    this.animation.cancel();
  }

  private placeAt(now: number): Place {
    const { from, to } = this;
    const share = Math.min((now - this.movedAt) / GLIDE_MS, 1);
    return { left: from.left + (to.left - from.left) * share, top: from.top + (to.top - from.top) * share };
  }
}

function transform({ left, top }: Place): string {
  return `translate(${left}px, ${top}px)`;
}
