import { observer } from 'mobx-react-lite';
import { Link } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { Thanks } from './Thanks';

/** The skin that one gets for feedback: the table `skins` has it under the rule `feedback`. */
const REWARD_SKIN = 'plumeleteer';

interface Props {
  /** Whether the skin is new to the user. */
  isRewarded: boolean;
  onAgain: () => void;
}

/** Thanks for the feedback, and shows the reward if there was one. */
export const FeedbackThanks = observer(function FeedbackThanks({ isRewarded, onAgain }: Props) {
  const strings = useStrings();
  const { session } = useRoot();
  return (
    <Thanks
      title={strings.feedback.thanks}
      skin={isRewarded ? REWARD_SKIN : 'hummingbird'}
      again={strings.feedback.again}
      onAgain={onAgain}
    >
      {isRewarded && (
        <p>
          {strings.feedback.reward}{' '}
          {session.username !== null && <Link to={paths.user(session.username)}>{strings.feedback.toProfile}</Link>}
        </p>
      )}
    </Thanks>
  );
});
