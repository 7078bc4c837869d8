import { lazy, Suspense } from 'react';
import { loadChunk } from '../../chunks';
import { CountryPlaceholder } from './CountryPlaceholder';
import type { CountrySelectProps } from './CountrySelect';

const CountrySelect = lazy(() => loadChunk('CountrySelect', () => import('./CountrySelect')));

/** A country of one's own choice, or none. */
export function CountryField(props: CountrySelectProps) {
  return (
    <Suspense fallback={<CountryPlaceholder />}>
      <CountrySelect {...props} />
    </Suspense>
  );
}
