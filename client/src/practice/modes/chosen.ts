import type { KeyValueStorage } from '../../platform/storage';
import { type Choice, choiceOf, keptOf, searchOf } from '../rules/choice';

/** Returns the choice of practice in a query, with the options of other modes as they were chosen last. */
export function chosenBefore(storage: KeyValueStorage, search: string): Choice {
  return choiceOf(search, storage.get('practiceOptions') ?? '');
}

/** Keeps a choice as the visitor's last one, and returns its query. */
export function keepChoice(storage: KeyValueStorage, choice: Choice): string {
  const search = searchOf(choice);
  storage.set('practiceOptions', keptOf(choice));
  if (search === '') storage.remove('practiceMode');
  else storage.set('practiceMode', search);
  return search;
}
