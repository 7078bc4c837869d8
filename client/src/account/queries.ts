import { useNavigate } from 'react-router';
import { paths } from '../app/paths';
import { useAction } from '../app/useAction';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { ApiError } from '../net/ApiError';
import type { PasswordChange, PasswordReset, SignupForm } from '../net/api';
import { refreshUserStats } from '../profile/queries';
import type { LoginThrottle } from './LoginThrottle';

/** Logs in; each wrong password counts in `throttle`. */
export function useLogin(throttle: LoginThrottle) {
  const { session, notice, services } = useRoot();
  return useAction(async ({ email, password }: { email: string; password: string }) => {
    try {
      const { token } = await services.api.login(email, password);
      throttle.succeeded();
      await session.enter(token);
    } catch (error) {
      if (error instanceof ApiError && error.isUnauthorized) throttle.failed();
      throw error;
    }
    // It may say that the previous session has ended.
    notice.dismiss();
  });
}

/** Creates an account, and logs in to it. */
export function useSignup() {
  const { session, notice, services } = useRoot();
  const strings = useStrings();
  return useAction(async (form: SignupForm) => {
    await session.enter((await services.api.signup(form)).token);
    notice.show(strings.account.signedUp);
    // It may say that the previous session has ended.
    notice.dismiss();
  });
}

/** Returns a function that ends the session on this device, clears the cache, and goes home. */
export function useLogout(): (banner: 'delete' | 'logout') => void {
  const { session, services } = useRoot();
  const navigate = useNavigate();
  return (banner) => {
    navigate(paths.homeWith(banner));
    session.forget();
    services.queries.clear();
  };
}

/** Sends a password reset email. */
export function useForgot() {
  const { services } = useRoot();
  return useAction((email: string) => services.api.forgot(email));
}

/** Sets a new password with the code of a password reset email. */
export function useReset() {
  const { session, services } = useRoot();
  return useAction(async (form: PasswordReset) => {
    await services.api.reset(form);
    // This revokes all tokens of the account, which may include this browser's.
    await session.check();
  });
}

/** Redeems the code of a verification email. */
export function useVerify(username: string, code: string) {
  const { session, services } = useRoot();
  // After an error, too: the same link may have verified the address before.
  return useAction(() => services.api.verify(username, code).finally(() => session.check()));
}

/** Resends the verification email. */
export function useResendVerification() {
  const { notice, services } = useRoot();
  const strings = useStrings();
  return useAction(async () => {
    await services.api.verifyAnother();
    notice.show(strings.settings.resent);
  });
}

export function useChangeUsername(onDone: () => void) {
  const { session, notice, services } = useRoot();
  const strings = useStrings();
  return useAction(async (username: string) => {
    await services.api.changeUsername(username);
    notice.show(strings.settings.changedUsername);
    onDone();
    await session.check();
    await refreshUserStats(services.queries);
  });
}

export function useChangeEmail(onDone: () => void) {
  const { session, notice, services } = useRoot();
  const strings = useStrings();
  return useAction(async ({ email, password }: { email: string; password: string }) => {
    await services.api.changeEmail(email, password);
    notice.show(strings.settings.changedEmail);
    onDone();
    await session.check();
  });
}

export function useChangeCountry() {
  const { services } = useRoot();
  return useAction(async (country: string) => {
    await services.api.changeCountry(country);
    await refreshUserStats(services.queries);
  });
}

/** Changes the password; the session continues with a new token. */
export function useChangePassword() {
  const { session, services } = useRoot();
  return useAction(async (form: PasswordChange) => session.enter((await services.api.changePassword(form)).token));
}

/** Deletes the account. */
export function useDeleteAccount(onDone: () => void) {
  const { notice, services } = useRoot();
  const strings = useStrings();
  return useAction(async (confirmation: string) => {
    await services.api.deleteAccount(confirmation);
    notice.show(strings.settings.deleted);
    onDone();
  });
}
