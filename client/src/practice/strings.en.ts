import { formatsOf } from '../platform/format';

const format = formatsOf('en');

export const strings = {
  practice: {
    title: 'Singleplayer',
    restart: 'Restart',
    newText: 'New text',
    hint: 'Playing in Singleplayer does not affect your stats',
    keys: 'Enter: restart · Shift + Enter: new text',
    statistics: 'Statistics',
    completed: 'Practices completed',
    fastest: 'Fastest practice',
    timeSpent: 'Time spent practicing',
    notPublic: 'Singleplayer statistics are not public and do not appear on the leaderboard.',
    guest: 'If you would like to see the detailed statistics, please log in',
    loadingText: 'Loading text',
    best: 'New personal best!',
    waiting: (results: number) =>
      `${format.counted(results, 'result is', 'results are')} kept on this device until the server can save ${results === 1 ? 'it' : 'them'}.`,
    waitingForLogin: (results: number) =>
      `${format.counted(results, 'result is', 'results are')} kept on this device until you log in to ${results === 1 ? 'its' : 'their'} account.`,
  },
};
