/** The part of practice that loads after its first text. */
export { nextText } from './nextText';
export { PracticeBar } from './PracticeBar';
