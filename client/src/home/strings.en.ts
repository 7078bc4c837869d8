import { site } from '../core/site';

export const strings = {
  home: {
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
};
