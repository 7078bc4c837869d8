import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'react-router';
import limits from '../../openapi/limits.json';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';
import { CardPage } from '../ui/CardPage';
import { TextArea } from '../ui/Field';
import { Form } from '../ui/Form';
import { Skeleton } from '../ui/Loading';
import { MembersOnly } from '../ui/LoginPrompt';
import { useSendFeedback } from './queries';
import { Thanks } from './Thanks';

export function Component() {
  const strings = useStrings();
  return (
    <CardPage
      title={strings.feedback.title}
      lead={strings.feedback.lead}
      footnote={
        <>
          <span>{`${strings.feedback.suggest} `}</span>
          <Link to={paths.textRequest}>{strings.textRequest.title}</Link>
        </>
      }
    >
      <MembersOnly reason={strings.feedback.login} skeleton={<Skeleton height="17rem" />}>
        <FeedbackForm />
      </MembersOnly>
    </CardPage>
  );
}

/** The form shows how many characters are left from this number on. */
const NEAR_THE_LIMIT = 500;

function FeedbackForm() {
  const strings = useStrings();
  const [message, setMessage] = useState('');
  const send = useSendFeedback(() => setMessage(''));
  if (send.data) return <FeedbackThanks isRewarded={send.data.skin} onAgain={send.reset} />;
  // The server counts characters, not UTF-16 units.
  const left = limits.feedback.maxLength - [...message].length;
  const isTooLong = left < 0;
  return (
    <Form
      submit={strings.feedback.send}
      action={send}
      isBlocked={isTooLong}
      error={isTooLong ? strings.feedback.tooLong(-left) : undefined}
      onSubmit={() => send.run(message)}
    >
      <TextArea
        label={strings.feedback.message}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        rows={7}
        required
        isWrong={isTooLong}
        hint={!isTooLong && left <= NEAR_THE_LIMIT ? strings.feedback.left(left) : undefined}
      />
    </Form>
  );
}

/** The skin that rewards feedback: the one with the rule `feedback` in the table `skins`. */
const REWARD_SKIN = 'plumeleteer';

interface ThanksProps {
  isRewarded: boolean;
  onAgain: () => void;
}

/** Thanks for the feedback, and shows the reward if there was one. */
const FeedbackThanks = observer(function FeedbackThanks({ isRewarded, onAgain }: ThanksProps) {
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
          <span>{`${strings.feedback.reward} `}</span>
          {session.username !== null && <Link to={paths.user(session.username)}>{strings.feedback.toProfile}</Link>}
        </p>
      )}
    </Thanks>
  );
});
