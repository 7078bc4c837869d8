import { formatsOf } from '../platform/format';

const format = formatsOf('en');

export const strings = {
  suggestion: {
    text: 'Text',
    author: 'Author',
    preview: 'Preview',
    nothing: 'Your text will appear here.',
    count: (length: number, longest: number) => `${length} of ${longest} characters.`,
    tooShort: (length: number, shortest: number) =>
      `${format.counted(length, 'character', 'characters')}; at least ${shortest} needed.`,
    tooLong: (length: number, longest: number) => `${length} characters; ${length - longest} too many.`,
    untypeable: (characters: string) => `Can’t be typed on a standard keyboard: ${characters}.`,
  },

  feedback: {
    title: 'Feedback',
    lead: 'What do you love? What gets in your way? What’s missing? We read every word.',
    message: 'Message',
    send: 'Send',
    left: (characters: number) => format.counted(characters, 'character left', 'characters left'),
    tooLong: (surplus: number) => `Your message is ${format.counted(surplus, 'character', 'characters')} too long.`,
    login: 'In order to leave feedback please login',
    suggest: 'Know a text others should type?',
    thanks: 'Thank you four your feedback!',
    reward: 'You’ve earned a new skin!',
    toProfile: 'See it on your profile',
    again: 'Write another message',
  },

  textRequest: {
    title: 'Text Request',
    lead: 'Know a passage that’s a joy to type? Suggest it.',
    url: 'URL for proof',
    urlHint: 'The address of a web page showing who wrote it, starting with http:// or https://',
    send: 'Send',
    login: 'In order submit a text request you need to login',
    notYet: 'This text can’t be typed yet. See the note below it.',
    thanks: 'Thank you for your suggestion!',
    sent: 'Our team will approve or decline it in the next few business days and email you the result.',
    again: 'Suggest another text',
  },
};
