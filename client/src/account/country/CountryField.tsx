import { loadChunk } from '../../platform/chunks';
import { Script } from '../../platform/Script';
import { useScript } from '../../platform/useScript';
import { CountryPlaceholder } from './CountryPlaceholder';
import type { CountrySelectProps } from './CountrySelect';

const countrySelect = new Script(
  async (server) => (await loadChunk('CountrySelect', () => import('./CountrySelect'), server)).CountrySelect,
);

/** A country of one's own choice, or none. */
export function CountryField(props: CountrySelectProps) {
  const CountrySelect = useScript(countrySelect);
  return CountrySelect ? <CountrySelect {...props} /> : <CountryPlaceholder />;
}
