import { strings as shell } from '../app/shell/strings.en';
import { strings as home } from '../home/strings.en';
import type { ServerError } from '../net/serverError';
import { formatsOf } from '../platform/format';
import { type ClientErrorWords, errorText } from './errors/errorText';
import { site } from './site';
import type { Language } from './strings';

const format = formatsOf('en');
const loadErrors = async () => (await import('./errors/errors.en')).inEnglish;
const clientErrors: ClientErrorWords = {
  unreachable: () => 'Can’t reach the server. Check your connection and try again.',
  unreadable: () => 'We couldn’t read the server’s response.',
  status: ({ status }) => `The server returned an error (${status}).`,
};

/**
 * The English texts in the page's own script: of parts that any screen may use, of home, and of the shell. Entries that
 * contain a value are functions; in some, `[words](address)` is a link. Where the contract has a wording, it is used as
 * is, slips of spelling included.
 */
export const en = {
  language: 'en' as Language,
  product: site.product,
  title: (screen: string) => `${screen} | ${site.product}`,

  format,

  common: {
    author: (author: string) => `~ ${author}`,
    toProfile: 'Go to your profile',
    wpm: 'wpm',
    seconds: 's',
    copied: 'Successfully copied to clipboard',
    close: 'Close',
    loading: 'Loading...',
    skipToContent: 'Skip to content',
    reload: 'Reload the page',
    home: 'Home',
    retry: 'Try again',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
  },

  errors: {
    occurred: (message: string) => `An error occurred: ${message}`,
    /** Loads the texts of server errors. */
    load: loadErrors,
    /** The text of a server's error. */
    textOf: (error: ServerError) => errorText(error, clientErrors, loadErrors),
    unexpected: 'Unexpected Application Error!',
    tooOld: 'This browser is too old for this page. Update it, or use another one.',
    chunk: (id: string) => `Loading chunk ${id} failed`,
    notCopied: 'Couldn’t copy. Here it is: ',
  },

  ...home,
  ...shell,
};
