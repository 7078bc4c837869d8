import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import { AccountForm, LoginEmailField } from './AccountForm';
import { useForgot } from './queries';
import * as texts from './texts';
import { useReturnState } from './useReturnTo';

/** The screen that sends a password reset email. */
export function Component() {
  const t = useText();
  const forgot = useForgot();
  const returnState = useReturnState();
  return (
    <AccountForm<'email'>
      title={t(texts.forgotTitle)}
      lead={t(texts.forgotLead)}
      submit={t(texts.passwordSubmit)}
      action={forgot}
      hasPrefix={false}
      success={t(texts.passwordSent)}
      onSubmit={({ email }) => forgot.mutate(email)}
      links={
        <Link to={paths.login} state={returnState}>
          {t(texts.remembered)}
        </Link>
      }
    >
      <LoginEmailField autoFocus />
    </AccountForm>
  );
}
