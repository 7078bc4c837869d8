import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { paths } from '../core/paths';
import { refresh } from '../core/queryClient';
import { useApi } from '../core/useApi';
import { useRoot } from '../core/useRoot';
import { refreshUserStats, userStatsQuery } from '../core/userStats';
import { useText } from '../core/useText';
import { ApiError } from '../net/ApiError';
import type { FormOf, PasswordChange, PasswordReset, Path, SignupForm } from '../net/api';
import { UNREACHABLE } from '../net/serverError';
import { drop } from '../outbox/drop';
import { guestResult } from '../outbox/guestResult';
import { unsavedPractices } from '../outbox/practices';
import { saveFile } from '../platform/saveFile';
import { zoneField } from '../platform/timeZone';
import type { LoginThrottle } from './LoginThrottle';
import * as texts from './texts';

/** The name of the query for how the user's races may be watched. */
const WATCHING = 'watching';

/** The name of the query for the keys of the public API. */
const API_KEYS = 'apiKeys';

/** Logs in, and counts wrong passwords in `throttle`. A banned user goes to their screen. */
export function useLogin(throttle: LoginThrottle) {
  const { session } = useRoot();
  const navigate = useNavigate();
  const api = useApi();
  return useMutation({
    mutationFn: async (form: { email: string; password: string }) => {
      try {
        const { token } = await api.post('/api/login', form);
        throttle.succeeded();
        await session.enter(token);
      } catch (error) {
        if (error instanceof ApiError && error.isUnauthorized) throttle.failed();
        if (error instanceof ApiError && error.code === 'banned') {
          navigate(paths.banned, { state: { token: error.values?.token } });
        }
        throw error;
      }
    },
  });
}

/** Creates an account, and logs in to it. It gets the last practice and the bag of the guest on this device. */
export function useSignup() {
  const root = useRoot();
  const { session, notice } = root;
  const t = useText();
  const api = useApi();
  return useMutation({
    mutationFn: async (form: SignupForm) => {
      const { storage } = root.services;
      const bag = storage.get('textBag');
      const { token } = await api.post('/api/signup', { ...form, ...(bag && { bag }) });
      const result = guestResult(storage);
      const entered = session.enter(token);
      // Before the session is checked, which delivers it: the page may be left until then.
      if (result) unsavedPractices(root).keep(result);
      await entered;
      notice.show(t(texts.signedUp));
    },
  });
}

/** Returns a function that ends the session on this device, and navigates home. */
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
  const logout = useLogout();
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      await api.postAsUser('/api/account/logouteverywhere', {});
      logout('logout');
    },
  });
}

/** Sends a password reset email. */
export function useForgot() {
  const api = useApi();
  return useMutation({ mutationFn: (email: string) => api.post('/api/account/forgot', { email }) });
}

/** Sets a new password with the code of a password reset email. */
export function useReset() {
  const { session } = useRoot();
  const api = useApi();
  return useMutation({
    mutationFn: async (form: PasswordReset) => {
      await api.post('/api/account/reset', form);
      // A reset revokes all tokens of the account, which may include this browser's.
      await session.check();
    },
  });
}

/** Redeems the code of a verification email. */
export function useVerify(username: string, code: string) {
  const { session } = useRoot();
  // Also after an error: an earlier visit of the link may have verified the address.
  const api = useApi();
  return useMutation({
    mutationFn: () => api.post('/api/account/verify', { username, code }).finally(() => session.check()),
  });
}

/** Takes back a change of the address with the code of the email to the old one. */
export function useRestoreEmail(username: string, code: string) {
  const { session } = useRoot();
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const restored = await api.post('/api/account/restoreemail', { username, code });
      // All tokens of the account are revoked, which may include this browser's.
      await session.check();
      return restored;
    },
  });
}

export function useResendVerification() {
  const { notice } = useRoot();
  const t = useText();
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      await api.postAsUser('/api/account/verifyanother', {});
      notice.show(t(texts.resent));
    },
  });
}

export function useChangeUsername(onDone: () => void) {
  const { session, notice } = useRoot();
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (username: string) => {
      await api.postAsUser('/api/changeusername', { username });
      notice.show(t(texts.changedUsername));
      onDone();
      await session.check();
      await refreshUserStats(queries);
    },
  });
}

export function useChangeEmail(onDone: () => void) {
  const { session, notice } = useRoot();
  const t = useText();
  const api = useApi();
  return useMutation({
    mutationFn: async (form: { email: string; password: string }) => {
      await api.postAsUser('/api/account/changeemail', form);
      notice.show(t(texts.changedEmail));
      onDone();
      await session.check();
    },
  });
}

/** The user's own country, `''` if they keep it to themselves. A new token or username has the same one for now. */
export function useCountry(username: string) {
  const query = userStatsQuery(useApi(), username);
  return useQuery({ ...query, select: ({ country }) => country, placeholderData: keepPreviousData });
}

/** Changes a field of the profile by the call `path`. */
export function useChangeProfile<P extends Extract<Path, `/api/change${string}`>>(path: P) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (form: FormOf<P>) => {
      await api.postAsUser(path, form);
      await refreshUserStats(queries);
    },
  });
}

/** How the user's public races may be watched. */
export function useWatching() {
  const api = useApi();
  return useQuery({
    queryKey: [WATCHING, api.token],
    queryFn: () => api.postAsUser('/api/account/watching', {}),
  });
}

/** Changes how the user's public races may be watched. */
export function useChangeWatching() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: FormOf<'/api/account/watching'>) => api.postAsUser('/api/account/watching', changes),
    onSuccess: (watching) => queries.setQueryData([WATCHING, api.token], watching),
  });
}

/** Changes the password; the session continues with a new token. */
export function useChangePassword() {
  const { session } = useRoot();
  const api = useApi();
  return useMutation({
    mutationFn: async (form: PasswordChange) => {
      const before = session.token;
      const { token } = await api.postAsUser('/api/account/changepassword', form);
      // A user who has logged out in the meantime stays logged out.
      if (session.token === before) await session.enter(token);
    },
  });
}

/** Saves everything that is kept about the user as a file on the device. */
export function useDownloadData(username: string) {
  const api = useApi();
  return useMutation({
    mutationFn: () => saveArchive(api.postAsUser('/api/account/data', zoneField()), `${username}.zip`),
  });
}

async function saveArchive(answer: Promise<Blob>, name: string) {
  try {
    saveFile(await answer, name);
  } catch (error) {
    // The connection broke off after the file had begun.
    throw error instanceof ApiError ? error : new ApiError(0, UNREACHABLE.reason, UNREACHABLE.code);
  }
}

/** The user's keys of the public API, oldest first. */
export function useApiKeys() {
  const api = useApi();
  return useQuery({
    queryKey: [API_KEYS, api.token],
    queryFn: async () => (await api.postAsUser('/api/apikeys', {})).keys,
  });
}

/** Makes a key of the public API with this name. */
export function useMakeApiKey() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (keyName: string) => {
      const made = await api.postAsUser('/api/makeapikey', { keyName });
      await refresh(queries, [API_KEYS]);
      return made;
    },
  });
}

/** Revokes the key with this name. The list is not fetched again, since the key in it has the dialog that is open. */
export function useRevokeApiKey() {
  const { notice } = useRoot();
  const t = useText();
  const api = useApi();
  return useMutation({
    mutationFn: async (keyName: string) => {
      await api.postAsUser('/api/revokeapikey', { keyName });
      notice.show(t(texts.apiKeyRevoked));
    },
  });
}

/** Deletes the account, with its results that wait on this device. */
export function useDeleteAccount(onDone: () => void) {
  const root = useRoot();
  const { notice } = root;
  const t = useText();
  const api = useApi();
  return useMutation({
    mutationFn: async (confirmationText: string) => {
      const token = api.token ?? '';
      await api.post('/api/deleteaccount', { token, confirmationText });
      drop(root, token);
      notice.show(t(texts.deleted));
      onDone();
    },
  });
}

/** The name of the query for the users whom the user blocks. */
const BLOCKS = 'blocks';

/** The users whom the user blocks, the last first. */
export function useBlocks() {
  const api = useApi();
  return useQuery({
    queryKey: [BLOCKS, api.token],
    queryFn: async () => (await api.postAsUser('/api/blocks', {})).blocks,
  });
}

/** Takes back a block. */
export function useUnblock() {
  const { notice } = useRoot();
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (username: string) => {
      await api.postAsUser('/api/unblock', { username });
      notice.show(t(texts.unblocked)(username));
      await refresh(queries, [BLOCKS]);
    },
  });
}

/** The ban of the account to which this token belongs. */
export function useBan(token: string) {
  const api = useApi();
  return useQuery({ queryKey: ['ban', token], queryFn: () => api.post('/api/ban', { token }), retry: false });
}

/** Replies to the admins, once. */
export function useReplyToBan(token: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (reply: string) => {
      await api.post('/api/ban/reply', { token, reply });
      await refresh(queries, ['ban']);
    },
  });
}

/** Saves everything that is kept about a banned user as a file on the device. */
export function useDownloadBannedData(token: string) {
  const api = useApi();
  return useMutation({
    mutationFn: () => saveArchive(api.post('/api/account/data', { token, ...zoneField() }), 'account.zip'),
  });
}

/** Deletes a banned account, with its results that wait on this device. */
export function useDeleteBannedAccount(token: string) {
  const root = useRoot();
  const navigate = useNavigate();
  const api = useApi();
  return useMutation({
    mutationFn: async (confirmationText: string) => {
      await api.post('/api/deleteaccount', { token, confirmationText });
      drop(root, token);
      navigate(paths.homeWith('delete'), { replace: true });
    },
  });
}
