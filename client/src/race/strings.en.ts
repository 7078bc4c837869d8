import { formatsOf } from '../platform/format';

const format = formatsOf('en');

export const strings = {
  race: {
    title: 'Multiplayer',
    lanes: 'Racers',
    joining: 'Joining the race...',
    waitingForOpponents: 'Waiting for opponents...',
    waiting: 'Waiting for opponents. Starting in ca:',
    starting: 'Starting in',
    disconnected: 'Disconnected',
    you: 'you',
    reconnecting: 'Connection lost. Reconnecting...',
    completed: (username: string) => `${username}’s progress`,
    place: (place: number) => `${place}${ordinalEnding(place)} place`,
    saving: 'Saving...',
    saved: 'Saved',
    unranked: 'Not ranked: faster than 250 wpm without its keystrokes.',
    won: (skins: number) => `You unlocked ${format.counted(skins, 'new skin', 'new skins')}!`,
    leaderboard: 'Leaderboard',
    nobodyYet: 'No one has finished yet.',
    nobody: 'No one finished.',
    again: 'Race again',
    over: 'The race is over.',
    invite: 'Copy invite link',
    backHome: 'Back to home',
    failed: 'This race isn’t available',
    elsewhere: 'You’re racing in another window',
    raceHere: 'Race here',
    announcements: {
      startsIn: (seconds: number) => `The race starts in ${format.counted(seconds, 'second', 'seconds')}`,
      go: 'Go!',
      joined: (usernames: string[]) => `${format.list(usernames)} joined`,
      left: (username: string) => `${username} left`,
      disconnected: (username: string) => `${username} disconnected`,
      back: (username: string) => `${username} is back`,
      finished: (username: string) => `${username} has finished`,
      over: 'The race is over',
      place: (place: number) => `You finished ${place}${ordinalEnding(place)}`,
    },
    card: {
      label: (username: string) => `${username}’s statistics`,
      racesTotal: 'Races completed',
      bestRace: 'Fastest race',
    },
  },
};

/** The ending of an English ordinal number: 1st, 2nd, 3rd, 4th, 11th. */
function ordinalEnding(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
}
