import { queryOptions } from '@tanstack/react-query';
import type { RootStore } from '../../core/RootStore';
import type { Language } from '../../core/text';
import { keysQuery } from '../../typing/keymap/queries';
import type { KnownKey } from '../rules/weakKeys';
import { giveUpSoon } from '../siteText';
import { Typist } from './Typist';

/**
 * The figures of the visitor's keys in a language: those of the account's last 30 days; those of this device for a guest,
 * and without an answer in time.
 */
export function ownKeys({ services }: RootStore, language: Language) {
  const { api, queries, storage } = services;
  return queryOptions({
    queryKey: ['ownKeys', api.token, language],
    queryFn: async (): Promise<readonly KnownKey[]> => {
      const ofDevice = () => new Typist(storage).keys;
      if (api.token === null) return ofDevice();
      const query = { ...keysQuery(api, { range: '30days', language }, () => giveUpSoon(services)), retry: false };
      return queries.query(query).then(({ characters }) => characters, ofDevice);
    },
  });
}
