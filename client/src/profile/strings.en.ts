import { site } from '../app/site';

/** The English words of profiles. */
export const strings = {
  profile: {
    back: 'Back',
    backTo: (username: string) => `Back to ${username}`,
    search: 'Search profiles',
    searchButton: 'Search',
    notFound: 'Profile was not found',
    notFoundText: 'It may have been renamed, or flown away.',
    loading: 'Loading profile',
    wears: (username: string, skin: string) => `${username}, wearing the ${skin} skin`,
    since: (date: string) => `Racing since ${date}`,
    changeSkin: 'Change skin',
    share: 'Share',
    shareTitle: 'Share this profile',
    copy: 'Copy to clipboard',
    statistics: 'Statistics',
    speed: 'Speed',
    accuracy: 'Accuracy',
    completed: 'Races completed',
    won: 'Races won',
    fastest: 'Fastest race',
    timeSpent: 'Time spent racing',
    noRacesYet: 'No races yet. The first one sets the bar.',
    shareText: (username: string, numbers: string) => `${username} on ${site.product}: ${numbers}`,
    skins: {
      title: 'Your Skins',
      owned: (count: number) => `Unlocked (${count})`,
      locked: (count: number) => `Locked (${count})`,
      allUnlocked: 'You’ve unlocked them all.',
      changed: (skin: string) => `Now wearing ${skin}`,
    },
  },
};
