import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'react-router';
import limits from '../../openapi/limits.json';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { CardPage } from '../ui/CardPage';
import { TextArea } from '../ui/Field';
import { Form } from '../ui/Form';
import { Skeleton } from '../ui/Loading';
import { MembersOnly } from '../ui/LoginPrompt';
import { useSendFeedback } from './queries';
import { Thanks } from './Thanks';
import * as texts from './texts';

export function Component() {
  const t = useText();
  return (
    <CardPage
      title={t(texts.title)}
      lead={t(texts.lead)}
      footnote={
        <>
          <span>{`${t(texts.suggest)} `}</span>
          <Link to={paths.textRequest}>{t(texts.textRequestTitle)}</Link>
        </>
      }
    >
      <MembersOnly reason={t(texts.login)} skeleton={<Skeleton height="17rem" />}>
        <FeedbackForm />
      </MembersOnly>
    </CardPage>
  );
}

/** The form shows how many characters are left from this number on. */
const NEAR_THE_LIMIT = 500;

function FeedbackForm() {
  const t = useText();
  const [message, setMessage] = useState('');
  const send = useSendFeedback(() => setMessage(''));
  if (send.data) return <FeedbackThanks isRewarded={send.data.skin} onAgain={send.reset} />;
  // The server counts characters, not UTF-16 units.
  const left = limits.feedback.maxLength - [...message].length;
  const isTooLong = left < 0;
  return (
    <Form
      submit={t(texts.send)}
      action={send}
      isBlocked={isTooLong}
      error={isTooLong ? t(texts.tooLong)(-left) : undefined}
      onSubmit={() => send.mutate(message)}
    >
      <TextArea
        label={t(texts.message)}
        name="feedback"
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        rows={7}
        required
        isWrong={isTooLong}
        hint={!isTooLong && left <= NEAR_THE_LIMIT ? t(texts.left)(left) : undefined}
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
  const t = useText();
  const { session } = useRoot();
  return (
    <Thanks
      title={t(texts.thanks)}
      skin={isRewarded ? REWARD_SKIN : 'hummingbird'}
      again={t(texts.again)}
      onAgain={onAgain}
    >
      {isRewarded && (
        <p>
          <span>{`${t(texts.reward)} `}</span>
          {session.username !== null && <Link to={paths.user(session.username)}>{t(texts.toProfile)}</Link>}
        </p>
      )}
    </Thanks>
  );
});
