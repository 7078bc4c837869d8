/** The parts of practice that load after its first text. */
export { MissingKeys } from './modes/MissingKeys';
export { nextText } from './modes/nextText';
export { PracticeBar } from './modes/PracticeBar';
export { PracticeComparison } from './modes/PracticeComparison';
export { PracticeStatistics } from './PracticeStatistics';
