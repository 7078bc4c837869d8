import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { understood } from './rules/choice';
import { practiceSearch } from './siteText';
import * as texts from './texts';

/** The time for which a visitor is told that the address was not understood, in milliseconds: a sentence about a text. */
const NOT_UNDERSTOOD_MS = 6000;

/**
 * Returns the query that says what to practice, as it is understood: that of the address, else the last choice. The
 * address follows it. Decided before the first text, which another query would take away.
 */
export function useSearch(): string {
  const t = useText();
  const { notice, services } = useRoot();
  const navigate = useNavigate();
  const address = useLocation().search;
  const search = understood(practiceSearch(address, services.storage));
  useEffect(() => {
    if (search === address) return;
    if (understood(address) !== address) notice.show(t(texts.notUnderstood), NOT_UNDERSTOOD_MS);
    navigate({ search }, { replace: true });
  }, [search, address, navigate, notice, t]);
  return search;
}
