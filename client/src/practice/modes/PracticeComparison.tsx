import { observer } from 'mobx-react-lite';
import { ComparisonLines } from '../../typing/ComparisonLines';
import type { PracticeRun } from '../PracticeRun';

/** The result of a practice beside the user's earlier ones, if it counts and they are known. */
export const PracticeComparison = observer(function PracticeComparison({ practice }: { practice: PracticeRun }) {
  return practice.comparison && <ComparisonLines comparison={practice.comparison} />;
});
