import { useState } from 'react';
import limits from '../../openapi/limits.json';
import { useStrings } from '../core/useStrings';
import { typeable } from '../typing/rules/typeable';
import { CardPage } from '../ui/CardPage';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import { Skeleton } from '../ui/Loading';
import { MembersOnly } from '../ui/LoginPrompt';
import { useSuggestText } from './queries';
import { SuggestionFields } from './SuggestionFields';
import { Thanks } from './Thanks';

/** The screen for suggesting a text. */
export function Component() {
  const strings = useStrings();
  return (
    <CardPage title={strings.textRequest.title} lead={strings.textRequest.lead}>
      <MembersOnly reason={strings.textRequest.login} skeleton={<Skeleton height="30rem" />}>
        <TextRequestForm />
      </MembersOnly>
    </CardPage>
  );
}

const NOTHING = { text: '', author: '', url: '' };

/** The form, then the thanks. */
function TextRequestForm() {
  const strings = useStrings();
  const [suggestion, setSuggestion] = useState(NOTHING);
  const [isRefused, setRefused] = useState(false);
  const send = useSuggestText(() => setSuggestion(NOTHING));
  if (send.isSuccess) {
    return (
      <Thanks title={strings.textRequest.thanks} skin="quetzal" again={strings.textRequest.again} onAgain={send.reset}>
        <p>{strings.textRequest.sent}</p>
      </Thanks>
    );
  }
  const { isText } = typeable(suggestion.text);
  return (
    <Form
      submit={strings.textRequest.send}
      action={send}
      error={isRefused && !isText ? strings.textRequest.notYet : undefined}
      hasPrefix={false}
      onSubmit={() => {
        setRefused(!isText);
        if (isText) send.run(suggestion);
      }}
    >
      <SuggestionFields
        text={suggestion.text}
        author={suggestion.author}
        onChange={(change) => setSuggestion({ ...suggestion, ...change })}
      />
      <Field
        label={strings.textRequest.url}
        hint={strings.textRequest.urlHint}
        type="url"
        pattern="https?://.+"
        {...limits.url}
        required
        value={suggestion.url}
        onChange={(event) => setSuggestion({ ...suggestion, url: event.target.value })}
      />
    </Form>
  );
}
