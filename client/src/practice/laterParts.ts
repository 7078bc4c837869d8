/** The part of practice that loads after its first text. */
export { PracticeStatistics } from '../PracticeStatistics';
export { nextText } from './nextText';
export { PracticeBar } from './PracticeBar';
