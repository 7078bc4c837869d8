import { paths } from '../app/paths';
import { site } from '../app/site';
import type { ServerError } from '../net/serverError';
import { formatsOf } from '../platform/format';
import type { Language } from '.';
import { type ClientErrorWords, errorText } from './errorText';

const format = formatsOf('en');
const loadErrors = async () => (await import('./errors.en')).inEnglish;
const clientErrors: ClientErrorWords = {
  unreachable: () => 'Can’t reach the server. Check your connection and try again.',
  unreadable: () => 'We couldn’t read the server’s response.',
  status: ({ status }) => `The server returned an error (${status}).`,
};

const terms = `[terms of use](${paths.terms})`;
const privacy = `[privacy policy](${site.privacyPolicy})`;
const authors = site.authors.map(({ name, url }) => `[${name}](${url})`).join(' and ');

/**
 * The English texts of home, of the shell, and of parts that any screen may use; a subject's are in its own folder.
 * Entries that contain a value are functions; in some, `[words](address)` is a link. Where the contract has a wording,
 * it is used as is, slips of spelling included.
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
    chunk: (id: string) => `Loading chunk ${id} failed`,
    notCopied: 'Couldn’t copy. Here it is: ',
  },

  nav: {
    label: 'Main',
    menu: 'Menu',
    shop: 'Shop',
    about: 'About',
    play: 'Play',
    singleplayer: 'Singleplayer',
    singleplayerHint: 'Practice your typing',
    multiplayer: 'Multiplayer',
    multiplayerHint: 'Compete against others',
    multiplayerLogin: 'Please login to play',
    login: 'Login',
    homeLabel: `${site.product}, home`,
    toDark: 'Switch to dark mode',
    toLight: 'Switch to light mode',
  },

  footer: {
    label: 'Footer',
    feedback: 'Leave Feedback',
    about: 'About',
    github: 'GitHub',
    privacy: 'Privacy Policy',
    terms: 'Terms',
    imprint: 'Imprint',
    copyright: (year: number) => `© ${year} ${site.product}, by ${authors}`,
    language: 'Language',
    theme: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },

  session: {
    endedElsewhere: 'You were logged out in another window.',
    over: 'You have been logged out. Please log in again.',
    loadFailed: 'We couldn’t load your account',
  },

  eggs: {
    cat: 'You followed the source and found the cat! It’s in your collection now.',
    capybara: 'You asked who made this and found the capybara! It’s in your collection now.',
    bee: 'You spread the word and found the bee! It’s in your collection now.',
  },

  offline: {
    title: `Can’t reach ${site.product}.`,
    text: 'Trying again...',
    retry: 'Try now',
  },

  cookies: {
    title: 'Cookies',
    text: `We only use cookies and data that are necessary to run this site. Learn more in our ${privacy} and ${terms}.`,
    accept: 'I understand',
  },

  home: {
    title: `${site.product} | Typing races in real time`,
    headline: 'Fast fingers, feather-light.',
    lead: 'Race others in real time, or practice on your own. Every race makes you a little faster and a lot more accurate.',
    banners: {
      login: 'Successfully logged in',
      signup: 'We sent you an email to verify your email adress. Please check your inbox.',
      delete: 'Successfully deleted account',
      logout: 'Successfully logged out',
    },
    welcome: (username: string) => `Welcome, ${username}`,
    race: 'Race against others',
    unlock: 'Unlock more',
    unlockText: 'Unlock skins, play multiplayer, and discover other amazing features exclusively for registered users.',
    signup: 'Sign up',
    yourSkin: 'Your skin',
  },

  share: {
    title: 'Share this page',
    copy: 'Copy link',
    tweet: 'Tweet',
    whatsapp: 'WhatsApp',
    donate: 'Donate',
    text: `Think you type fast? Race me on ${site.product}!`,
    openedTwitter: 'Successfully opened Twitter',
    openedWhatsapp: 'Successfully opend WhatsApp',
  },

  leaderboard: {
    title: 'Leaderboard',
    sort: (type: string) => `Sort by: ${type}`,
    types: {
      wpm: 'Wpm',
      racesTotal: 'Total races',
      racesWon: 'Races won',
      bestRace: 'Best race',
      accuracy: 'Accuracy',
      age: 'Age',
    },
    columns: {
      place: 'Place',
      username: 'Username',
      wpm: 'Average speed',
      racesTotal: 'Total races',
      racesWon: 'Races won',
      bestRace: 'Best race',
      accuracy: 'Average accuracy',
      since: 'Racing since',
    },
    failed: 'Could not load Leaderboard',
    empty: 'No races yet. The top spot is up for grabs.',
    loading: 'Loading leaderboard',
  },

  notFound: {
    title: `404 Page Not Found | ${site.product}`,
    heading: 'Not Found',
    text: 'Nothing blooms at this address.',
    home: 'Back to home',
  },
};
