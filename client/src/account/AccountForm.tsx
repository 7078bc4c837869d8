import { type ComponentProps, type ReactNode, useState } from 'react';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { CardPage } from '../ui/CardPage';
import { ErrorText } from '../ui/ErrorText';
import { Field, PasswordField } from '../ui/Field';
import { Form } from '../ui/Form';
import * as texts from './texts';

interface Props<Name extends string> extends ComponentProps<typeof Form<Name>> {
  title: string;
  lead: string;
  /** Links to related screens, below the form. */
  links?: ReactNode;
}

/** A screen that is one form, such as signup or login. */
export function AccountForm<Name extends string>({ title, lead, links, ...form }: Props<Name>) {
  return (
    <CardPage title={title} lead={lead} isNarrow footnote={links}>
      <Form<Name> {...form} />
    </CardPage>
  );
}

/** Warns that a login won't outlast the page if the browser stores nothing. */
export function StorageBlocked() {
  const t = useText();
  const { services } = useRoot();
  const [isLasting] = useState(() => services.storage.isLasting());
  return isLasting ? null : <ErrorText error={t(texts.storageBlocked)} isBoxed />;
}

/**
 * The email with which users log in. Password managers store it with the password, and not the username, which the login
 * does not ask for.
 */
export function LoginEmailField(props: { autoFocus?: boolean }) {
  const t = useText();
  return <Field label={t(texts.email)} name="email" type="email" autoComplete="username" required {...props} />;
}

/** Tells password managers to which login the passwords of a form belong. */
export function LoginOfPasswords({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

/** A username, which is no login: password managers leave it alone. */
export function UsernameField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  const t = useText();
  return (
    <Field
      label={t(texts.username)}
      name="username"
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}

/** A new password and its confirmation: the fields `password` and `passwordConfirm`. */
export function NewPasswordFields({ autoFocus = false }: { autoFocus?: boolean }) {
  const t = useText();
  return (
    <>
      <PasswordField
        label={t(texts.password)}
        name="password"
        autoComplete="new-password"
        hint={t(texts.passwordHint)}
        required
        autoFocus={autoFocus}
      />
      <PasswordField label={t(texts.passwordConfirm)} name="passwordConfirm" autoComplete="new-password" required />
    </>
  );
}
