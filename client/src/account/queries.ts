import { useMutation } from '@tanstack/react-query';
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
    // What was said of the session before does not hold any more.
    onSuccess: () => notice.dismiss(),
    onError: (error) => {
      if (error instanceof ApiError && error.isUnauthorized) throttle.failed();
    },
  });
}

/** Opens an account, and logs in to it. */
export function useSignup() {
  const { session, notice, services } = useRoot();
  const strings = useStrings();
  return useMutation({
    mutationFn: async (form: SignupForm) => session.enter((await services.api.signup(form)).token),
    onSuccess: () => {
      notice.show(strings.account.signedUp);
      // What was said of the session before does not hold any more.
      notice.dismiss();
    },
  });
}

/** Has a mail sent that lets its reader choose a new password. */
export function useForgot() {
  const { services } = useRoot();
  return useMutation({ mutationFn: (email: string) => services.api.forgot(email) });
}

/** Sets a new password with the code of such a mail. */
export function useReset() {
  const { session, services } = useRoot();
  return useMutation({
    mutationFn: (form: PasswordReset) => services.api.reset(form),
    // All tokens of the account are worthless now: the one of this browser may be among them.
    onSuccess: () => session.check(),
  });
}

/** Redeems the code of a verification mail. */
export function useVerify(username: string, code: string) {
  const { session, services } = useRoot();
  return useMutation({
    mutationFn: () => services.api.verify(username, code),
    // After a refusal, too: a link that was followed before has verified the address.
    onSettled: () => session.check(),
  });
}

/** Sends the verification mail once more. */
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

/** Changes the password; the session goes on with the token that comes with it. */
export function useChangePassword() {
  const { session, services } = useRoot();
  return useMutation({
    mutationFn: async (form: PasswordChange) => session.enter((await services.api.changePassword(form)).token),
  });
}

/** Ends the account; the server decides whether it is confirmed. */
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
