/** The parts of practice that load after its first text. */
export { nextText } from './modes/nextText';
export { PracticeBar } from './modes/PracticeBar';
export { PracticeStatistics } from './PracticeStatistics';
