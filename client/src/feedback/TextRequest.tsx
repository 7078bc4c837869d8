import { useState } from 'react';
import limits from '../../openapi/limits.json';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { typeable } from '../typing/rules/typeable';
import { CardPage } from '../ui/CardPage';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import { Skeleton } from '../ui/Loading';
import { MembersOnly } from '../ui/LoginPrompt';
import { useSuggestText } from './queries';
import { SuggestionFields } from './SuggestionFields';
import { Thanks } from './Thanks';
import * as texts from './texts';

/** The screen for suggesting a text. */
export function Component() {
  const t = useText();
  return (
    <CardPage title={t(texts.textRequestTitle)} lead={t(texts.textRequestLead)}>
      <MembersOnly reason={t(texts.textRequestLogin)} skeleton={<Skeleton height="30rem" />}>
        <TextRequestForm />
      </MembersOnly>
    </CardPage>
  );
}

const NOTHING = { text: '', author: '', url: '' };

/** The form, then the thanks. */
function TextRequestForm() {
  const t = useText();
  const { settings } = useRoot();
  const nothing = { ...NOTHING, language: settings.textLanguage };
  const [suggestion, setSuggestion] = useState(nothing);
  const [isRefused, setRefused] = useState(false);
  const send = useSuggestText(() => setSuggestion(nothing));
  if (send.isSuccess) {
    return (
      <Thanks title={t(texts.textRequestThanks)} skin="quetzal" again={t(texts.textRequestAgain)} onAgain={send.reset}>
        <p>{t(texts.textRequestSent)}</p>
      </Thanks>
    );
  }
  const { isText } = typeable(suggestion.text);
  return (
    <Form
      submit={t(texts.textRequestSend)}
      action={send}
      error={isRefused && !isText ? t(texts.notYet) : undefined}
      hasPrefix={false}
      onSubmit={() => {
        setRefused(!isText);
        if (isText) send.mutate(suggestion);
      }}
    >
      <SuggestionFields
        text={suggestion.text}
        author={suggestion.author}
        language={suggestion.language}
        onChange={(change) => setSuggestion({ ...suggestion, ...change })}
      />
      <Field
        label={t(texts.url)}
        name="url"
        autoComplete="off"
        hint={t(texts.urlHint)}
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
