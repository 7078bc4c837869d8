import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { limits } from '../net/limits';
import { USER_STATS_KEY } from '../profile/queries';
import { Form } from '../ui/Form';
import { TextArea } from '../ui/TextArea';
import { FeedbackThanks } from './FeedbackThanks';

/** From how many characters on one is told how many are left. */
const NEAR_THE_LIMIT = limits.feedback - 500;

/** The message, and the thanks for it. */
export function FeedbackForm({ token }: { token: string }) {
  const strings = useStrings();
  const { services } = useRoot();
  const queries = useQueryClient();
  const [message, setMessage] = useState('');
  const send = useMutation({
    mutationFn: () => services.api.feedback(token, message),
    onSuccess: ({ skin }) => {
      setMessage('');
      if (skin) return queries.invalidateQueries({ queryKey: [USER_STATS_KEY] });
    },
  });
  if (send.isSuccess) return <FeedbackThanks isRewarded={send.data.skin} onAgain={send.reset} />;
  // The server counts characters, not the halves of them that a string has.
  const left = limits.feedback - [...message].length;
  const isTooLong = left < 0;
  const error = isTooLong ? strings.feedback.tooLong : send.error ? strings.errors.occurred(send.error.message) : null;
  return (
    <Form
      submit={strings.feedback.send}
      isBlocked={send.isPending || isTooLong}
      error={error}
      success={null}
      onSubmit={() => send.mutate()}
    >
      <TextArea
        label={strings.feedback.message}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        rows={7}
        required
        isWrong={isTooLong}
        {...(limits.feedback - left >= NEAR_THE_LIMIT ? { hint: strings.feedback.left(left) } : {})}
      />
    </Form>
  );
}
