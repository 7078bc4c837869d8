import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { paths } from '../core/paths';
import { useAction } from '../core/useAction';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { ApiError } from '../net/ApiError';
import type { FormOf, PasswordChange, PasswordReset, Path, SignupForm } from '../net/api';
import { refreshUserStats } from '../profile/queries';
import type { LoginThrottle } from './LoginThrottle';
import * as texts from './texts';

/** Logs in, and counts wrong passwords in `throttle`. */
export function useLogin(throttle: LoginThrottle) {
  const { session, notice, services } = useRoot();
  return useAction(async (form: { email: string; password: string }) => {
    try {
      const { token } = await services.api.post('/api/login', form);
      throttle.succeeded();
      await session.enter(token);
    } catch (error) {
      if (error instanceof ApiError && error.isUnauthorized) throttle.failed();
      throw error;
    }
    // The kept notice may be about the end of the previous session.
    notice.dismiss();
  });
}

/** Creates an account, and logs in to it. */
export function useSignup() {
  const { session, notice, services } = useRoot();
  const t = useText();
  return useAction(async (form: SignupForm) => {
    const { token } = await services.api.post('/api/signup', form);
    await session.enter(token);
    notice.show(t(texts.signedUp));
    // The kept notice may be about the end of the previous session.
    notice.dismiss();
  });
}

/** Returns a function that ends the session on this device, and navigates home. Cached answers belong to its token. */
export function useLogout(): (banner: 'delete' | 'logout') => void {
  const { session } = useRoot();
  const navigate = useNavigate();
  return (banner) => {
    // In one render; otherwise this screen would first ask the guest to sign in.
    flushSync(() => {
      navigate(paths.homeWith(banner));
      session.forget();
    });
  };
}

/** Ends every session of the account, and then that on this device. */
export function useLogoutEverywhere() {
  const { services } = useRoot();
  const logout = useLogout();
  return useAction(async () => {
    await services.api.postAsUser('/api/account/logouteverywhere', {});
    logout('logout');
  });
}

/** Sends a password reset email. */
export function useForgot() {
  const { services } = useRoot();
  return useAction((email: string) => services.api.post('/api/account/forgot', { email }));
}

/** Sets a new password with the code of a password reset email. */
export function useReset() {
  const { session, services } = useRoot();
  return useAction(async (form: PasswordReset) => {
    await services.api.post('/api/account/reset', form);
    // A reset revokes all tokens of the account, which may include this browser's.
    await session.check();
  });
}

/** Redeems the code of a verification email. */
export function useVerify(username: string, code: string) {
  const { session, services } = useRoot();
  // Also after an error: an earlier visit of the link may have verified the address.
  return useAction(() => services.api.post('/api/account/verify', { username, code }).finally(() => session.check()));
}

/** Takes back a change of the address with the code of the email to the old one. */
export function useRestoreEmail(username: string, code: string) {
  const { session, services } = useRoot();
  return useAction(async () => {
    const restored = await services.api.post('/api/account/restoreemail', { username, code });
    // All tokens of the account are revoked, which may include this browser's.
    await session.check();
    return restored;
  });
}

export function useResendVerification() {
  const { notice, services } = useRoot();
  const t = useText();
  return useAction(async () => {
    await services.api.postAsUser('/api/account/verifyanother', {});
    notice.show(t(texts.resent));
  });
}

export function useChangeUsername(onDone: () => void) {
  const { session, notice, services } = useRoot();
  const t = useText();
  return useAction(async (username: string) => {
    await services.api.postAsUser('/api/changeusername', { username });
    notice.show(t(texts.changedUsername));
    onDone();
    await session.check();
    await refreshUserStats(services.queries);
  });
}

export function useChangeEmail(onDone: () => void) {
  const { session, notice, services } = useRoot();
  const t = useText();
  return useAction(async (form: { email: string; password: string }) => {
    await services.api.postAsUser('/api/account/changeemail', form);
    notice.show(t(texts.changedEmail));
    onDone();
    await session.check();
  });
}

/** Changes a field of the profile by the call `path`. */
export function useChangeProfile<P extends Extract<Path, `/api/change${string}`>>(path: P) {
  const { services } = useRoot();
  return useAction(async (form: FormOf<P>) => {
    await services.api.postAsUser(path, form);
    await refreshUserStats(services.queries);
  });
}

/** Changes the password; the session continues with a new token. */
export function useChangePassword() {
  const { session, services } = useRoot();
  return useAction(async (form: PasswordChange) => {
    const before = session.token;
    const { token } = await services.api.postAsUser('/api/account/changepassword', form);
    // A user who has logged out in the meantime stays logged out.
    if (session.token === before) await session.enter(token);
  });
}

export function useDeleteAccount(onDone: () => void) {
  const { notice, services } = useRoot();
  const t = useText();
  return useAction(async (confirmationText: string) => {
    await services.api.postAsUser('/api/deleteaccount', { confirmationText });
    notice.show(t(texts.deleted));
    onDone();
  });
}
