import { Component } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useRoot } from '../app/useRoot';
import type { KeyValueStorage } from '../platform/storage';

/**
 * A new page begins at its top; one that is returned to, by back, forward or reload, where it was left. What it shows may
 * still be on its way then, so the place is tried again while the page grows, until the visitor moves it themselves.
 */
export function ScrollMemory() {
  const { services } = useRoot();
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  return <ScrollKeeper storage={services.tabStorage} entryKey={key} pathname={pathname} isReturn={isReturn} />;
}

interface Props {
  storage: KeyValueStorage;
  /** The router's key of the entry of the history that is shown. */
  entryKey: string;
  pathname: string;
  /** Whether the browser's buttons led there. */
  isReturn: boolean;
}

/**
 * A class, because only a class is asked right before the page changes. After that the old page's place is gone, and the
 * scroll event that would have told it may not have been fired yet.
 */
class ScrollKeeper extends Component<Props> {
  /** Where the page is to stand as soon as it is tall enough; null when it stands there, or the visitor moved it. */
  private wanted: number | null = null;
  /** Where it was put meanwhile: as near to that as it could be. */
  private put = 0;
  private readonly growth = new ResizeObserver(() => this.move());

  override componentDidMount() {
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', this.onLeave);
    if (!isFirstVisit()) this.standAt(this.remembered());
  }

  override getSnapshotBeforeUpdate(shown: Props) {
    if (shown.entryKey !== this.props.entryKey) this.remember(shown);
    return null;
  }

  override componentDidUpdate(shown: Props) {
    // Only a new path moves the page; a banner that goes, and takes its name out of the address, does not.
    if (shown.pathname !== this.props.pathname) this.standAt(this.props.isReturn ? this.remembered() : 0);
  }

  override componentWillUnmount() {
    window.removeEventListener('pagehide', this.onLeave);
    this.settle();
  }

  override render() {
    return null;
  }

  private readonly onLeave = () => this.remember(this.props);

  private standAt(place: number): void {
    this.wanted = place;
    this.growth.observe(document.body);
    window.addEventListener('scroll', this.onScroll, { passive: true });
    this.move();
  }

  private move(): void {
    if (this.wanted === null) return;
    window.scrollTo(0, this.wanted);
    this.put = window.scrollY;
    if (Math.abs(this.put - this.wanted) <= 1) this.settle();
  }

  /** A page that waits stands where it was put, or at its end when it has shrunk: elsewhere the visitor moved it. */
  private readonly onScroll = () => {
    const end = document.documentElement.scrollHeight - window.innerHeight;
    if (Math.abs(window.scrollY - this.put) > 1 && window.scrollY < end - 1) this.settle();
  };

  private settle(): void {
    this.wanted = null;
    this.growth.disconnect();
    window.removeEventListener('scroll', this.onScroll);
  }

  private remember(entry: Props): void {
    const place = this.wanted ?? Math.round(window.scrollY);
    this.props.storage.set('scroll', JSON.stringify({ ...this.places(), [nameOf(entry)]: place }));
  }

  private remembered(): number {
    return this.places()[nameOf(this.props)] ?? 0;
  }

  /** Where each entry of the history was left, in pixels from its top. */
  private places(): Record<string, number> {
    try {
      return JSON.parse(this.props.storage.get('scroll') ?? '{}') as Record<string, number>;
    } catch {
      return {};
    }
  }
}

/** Tells entries apart. The key alone does not: the first entry of every document has the same. */
function nameOf({ entryKey, pathname }: Props): string {
  return `${pathname} ${entryKey}`;
}

/** Whether a link or the address bar led to this document: there may be a place of an earlier one at the same path. */
function isFirstVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'navigate';
}
