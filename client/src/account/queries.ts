import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { ApiError } from '../net/ApiError';
import type { PasswordChange, PasswordReset, SignupForm } from '../net/api';
import { refreshUserStats } from '../profile/queries';
import type { LoginThrottle } from './LoginThrottle';

/** Logs in; each wrong password counts in `throttle`. */
export function useLogin(throttle: LoginThrottle) {
  const { session, notice, services } = useRoot();
  return useMutation({
    mutationFn: async ({ email, password }: { email: string; password: string }) => {
      const { token } = await services.api.login(email, password);
      throttle.succeeded();
      await session.enter(token);
    },
    // It may say that the previous session has ended.
    onSuccess: () => notice.dismiss(),
    onError: (error) => {
      if (error instanceof ApiError && error.isUnauthorized) throttle.failed();
    },
  });
}

/** Creates an account, and logs in to it. */
export function useSignup() {
  const { session, notice, services } = useRoot();
  const strings = useStrings();
  return useMutation({
    mutationFn: async (form: SignupForm) => session.enter((await services.api.signup(form)).token),
    onSuccess: () => {
      notice.show(strings.account.signedUp);
      // It may say that the previous session has ended.
      notice.dismiss();
    },
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
  return useMutation({ mutationFn: (email: string) => services.api.forgot(email) });
}

/** Sets a new password with the code of a password reset email. */
export function useReset() {
  const { session, services } = useRoot();
  return useMutation({
    mutationFn: (form: PasswordReset) => services.api.reset(form),
    // This revokes all tokens of the account, which may include this browser's.
    onSuccess: () => session.check(),
  });
}

/** Redeems the code of a verification email. */
export function useVerify(username: string, code: string) {
  const { session, services } = useRoot();
  return useMutation({
    mutationFn: () => services.api.verify(username, code),
    // After an error, too: the same link may have verified the address before.
    onSettled: () => session.check(),
  });
}

/** Resends the verification email. */
export function useResendVerification() {
  const { notice, services } = useRoot();
  const strings = useStrings();
  return useMutation({
    mutationFn: () => services.api.verifyAnother(),
    onSuccess: () => notice.show(strings.settings.resent),
  });
}

export function useChangeUsername(onDone: () => void) {
  const { session, notice, services } = useRoot();
  const strings = useStrings();
  return useMutation({
    mutationFn: (username: string) => services.api.changeUsername(username),
    onSuccess: async () => {
      notice.show(strings.settings.changedUsername);
      onDone();
      await session.check();
      await refreshUserStats(services.queries);
    },
  });
}

export function useChangeEmail(onDone: () => void) {
  const { session, notice, services } = useRoot();
  const strings = useStrings();
  return useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => services.api.changeEmail(email, password),
    onSuccess: () => {
      notice.show(strings.settings.changedEmail);
      onDone();
      return session.check();
    },
  });
}

export function useChangeCountry() {
  const { services } = useRoot();
  return useMutation({
    mutationFn: (country: string) => services.api.changeCountry(country),
    onSuccess: () => refreshUserStats(services.queries),
  });
}

/** Changes the password; the session continues with a new token. */
export function useChangePassword() {
  const { session, services } = useRoot();
  return useMutation({
    mutationFn: async (form: PasswordChange) => session.enter((await services.api.changePassword(form)).token),
  });
}

/** Deletes the account. */
export function useDeleteAccount(onDone: () => void) {
  const { notice, services } = useRoot();
  const strings = useStrings();
  return useMutation({
    mutationFn: (confirmation: string) => services.api.deleteAccount(confirmation),
    onSuccess: () => {
      notice.show(strings.settings.deleted);
      onDone();
    },
  });
}
