import { useState } from 'react';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import { codeIn } from './code';
import * as texts from './codeForm.texts';

/** Goes to the room with a code that was read aloud, or with a link. Every race begins with a page load. */
export function CodeForm() {
  const t = useText();
  const [isLeaving, setLeaving] = useState(false);
  const [isNone, setNone] = useState(false);
  const join = ({ code: typed }: { code: string }) => {
    const code = codeIn(typed);
    setNone(code === null);
    if (code === null) return;
    setLeaving(true);
    window.location.assign(paths.race(code));
  };
  return (
    <Form<'code'>
      submit={t(texts.join)}
      action={{ isPending: isLeaving, isSuccess: false, error: null }}
      error={isNone ? t(texts.noCode) : undefined}
      hasPrefix={false}
      onSubmit={join}
    >
      <Field
        label={t(texts.code)}
        name="code"
        hint={t(texts.codeHint)}
        required
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Form>
  );
}
