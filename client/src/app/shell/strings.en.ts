import { paths } from '../../core/paths';
import { site } from '../../core/site';

const terms = `[terms of use](${paths.terms})`;
const privacy = `[privacy policy](${site.privacyPolicy})`;
const authors = site.authors.map(({ name, url }) => `[${name}](${url})`).join(' and ');

export const strings = {
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

  notFound: {
    heading: 'Not Found',
    text: 'Nothing blooms at this address.',
    home: 'Back to home',
  },
};
