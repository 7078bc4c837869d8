import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useReturnHere } from '../core/returnTo';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { codeIn } from '../race/code';
import * as codeTexts from '../race/codeForm.texts';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import { Skeleton } from '../ui/Loading';
import { useJoin } from './queries';
import * as texts from './texts';

interface Props {
  /** The code of the event; null to ask for it. */
  code: string | null;
  /** What stands in the field for the code at first. */
  typed?: string;
  /** Called once the visitor is in the event. */
  onJoined: (code: string) => void;
}

/** Takes a guest's nickname or, from members, one click; and the code, if it is not known. */
export const JoinForm = observer(function JoinForm({ code, typed = '', onJoined }: Props) {
  const t = useText();
  const here = useReturnHere();
  const { username, isChecking } = useRoot().session;
  const [isNone, setNone] = useState(false);
  const join = useJoin();
  const submit = (values: { code?: string; name?: string }) => {
    const found = code ?? codeIn(values.code ?? '');
    setNone(found === null);
    if (found === null) return;
    join.mutate({ code: found, name: values.name }, { onSuccess: () => onJoined(found) });
  };
  if (isChecking) return <Skeleton height="12rem" />;
  return (
    <div className="stack">
      <Form<'code' | 'name'>
        submit={username === null ? t(texts.join) : t(texts.joinAs)(username)}
        action={join}
        error={isNone ? t(codeTexts.noCode) : undefined}
        hasPrefix={false}
        onSubmit={submit}
      >
        {code === null && (
          <Field
            label={t(codeTexts.code)}
            name="code"
            hint={t(codeTexts.codeHint)}
            defaultValue={typed}
            required
            autoFocus={typed === ''}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        {username === null && (
          <Field
            label={t(texts.nickname)}
            name="name"
            hint={t(texts.nicknameHint)}
            required
            autoFocus={code !== null || typed !== ''}
            autoComplete="nickname"
            spellCheck={false}
            dir="auto"
          />
        )}
      </Form>
      {username === null && (
        <p className="note">
          <span>{`${t(texts.haveAccount)} `}</span>
          <Link to={paths.login} state={here}>
            {t(commonTexts.login)}
          </Link>
        </p>
      )}
    </div>
  );
});
