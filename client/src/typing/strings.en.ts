import { formatsOf } from '../platform/format';

const format = formatsOf('en');

export const strings = {
  typing: {
    text: 'Text',
    input: 'Type the text here',
    capsLock: 'Caps Lock is on',
    mistake: 'Mistake',
    mistakesLeft: (count: number) => format.counted(count, 'mistake left to correct', 'mistakes left to correct'),
    focus: 'Click here or press any key to keep typing',
    speed: 'Speed',
    mute: 'Mute',
    unmute: 'Unmute',
    leave: 'Leave game',
    results: 'Results',
    accuracy: 'Accuracy',
    time: 'Time',
    keyboardTitle: 'Keyboard required',
    keyboard: 'In order to play you need to use a physical keyboard!',
    understood: 'OK',
  },

  review: {
    title: 'How it went',
    raw: 'Raw speed',
    rawHint: 'Counts every key, including wrong ones',
    consistency: 'Consistency',
    consistencyHint: 'How steady your speed was from second to second',
    mistakes: 'Mistakes',
    chart: 'Speed over time',
    chartLabel: (from: string, to: string, end: string) =>
      `Speed over time: between ${from} and ${to} wpm, ${end} wpm at the end`,
    speedLine: 'Average',
    rawLine: 'Per second',
    asTable: 'Show the numbers',
    second: 'Second',
    text: 'Your mistakes in the text',
    noMistakes: 'Not a single mistake. Beautiful.',
    mistakesIn: (words: string[]) => `Mistakes in: ${words.join(', ')}`,
    hardKeys: 'Hardest keys',
    noHardKeys: 'No key stood out. Everything flowed.',
    missed: (missed: number, wanted: number) => `missed ${missed} of ${wanted}`,
    took: (ms: number) => `${ms} ms on average`,
    space: 'Space',
    failed: 'Couldn’t load the review.',
  },
};
