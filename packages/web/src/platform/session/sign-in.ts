/** Signs users in, restores a session after a reload or in a new tab, and refreshes the signed-in user. */
import type { LoginAnswer } from '@rhythmdesk/contract/auth';
import type { PasskeyAnswer } from '@rhythmdesk/contract/passkeys';
import { api } from '../client/api.ts';
import { ApiError } from '../client/api-error.ts';
import { readBrowserSession, writeBrowserSession } from './browser-session.ts';
import {
  currentToken,
  type EndReason,
  readStoredUser,
  sessionState,
  setSessionState,
  writeStoredUser,
} from './session-state.ts';
import { forgetLeftLanguage, loadLostTexts } from '../texts/texts.ts';
import { endSession, followTabs } from './sign-out.ts';
import type { StoredUser } from './stored-user.ts';
import { askTabs, onTabMessage, postToTabs } from './tab-channel.ts';

/** An open tab answers within a few milliseconds, on a busy machine within some hundred; a suspended one never does. */
const tabAnswerMs = 1_000;

/** The second factor that the server requests after the password. */
export type SecondStepRequest = NonNullable<LoginAnswer['second_step']>;
export type SecondProof =
  | { readonly code: string }
  | { readonly recovery_code: string }
  | { readonly passkey: PasskeyAnswer };

export type SignInResult = 'signed-in' | 'dormant' | 'waiting' | SecondStepRequest;

function offerSession(): void {
  const user = readStoredUser();
  if (user && sessionState().kind === 'signed-in') postToTabs({ type: 'offer', user });
}

/** Stores the user, then reads the full record and adds phone number and group to what is stored. */
async function adopt(stored: StoredUser): Promise<void> {
  writeStoredUser(stored);
  const user = await api.call('me', {});
  writeStoredUser({ ...stored, phone_number: user.phone_number, user_group: user.user_group.id });
  writeBrowserSession({ logged_in: true, last_activity_ms: Date.now() });
  // The next page needs what was prefetched in vain before there was a network.
  await loadLostTexts();
  setSessionState({ kind: 'signed-in', token: stored.accessToken, user });
}

export async function adoptAnswer(answer: LoginAnswer): Promise<SignInResult> {
  if (answer.use_flag === 'D') return 'dormant';
  if (answer.use_flag === 'W') return 'waiting';
  if (answer.second_step !== null) return answer.second_step;
  await adopt({
    accessToken: answer.token,
    id: answer.id,
    userId: answer.user_id,
    group: answer.user_role.group_type,
    role: answer.user_role.role_key,
    phone_number: '',
    user_group: 0,
  });
  offerSession();
  return 'signed-in';
}

/** Throws the `ApiError` of a refused sign-in. */
export async function signIn(user_id: string, password: string): Promise<SignInResult> {
  return adoptAnswer(await api.call('login', { user_id, password }));
}

/** Signs in with a passkey alone; null if the user gave none. */
export async function signInByPasskey(): Promise<SignInResult | null> {
  const { ticket, options } = await api.call('passkeyOptions', { ticket: null });
  const { answerPasskey } = await import('./passkeys.ts');
  const answer = await answerPasskey(options);
  return answer === null ? null : adoptAnswer(await api.call('passkeySignIn', { ticket, answer }));
}

/** Requests the passkey of the user of the ticket; null if the user gave none. */
export async function askForSecondPasskey(ticket: string): Promise<SecondProof | null> {
  const { options } = await api.call('passkeyOptions', { ticket });
  const { answerPasskey } = await import('./passkeys.ts');
  const passkey = await answerPasskey(options);
  return passkey === null ? null : { passkey };
}

/** Throws the `ApiError` of a refused second step. */
export async function takeSecondStep(ticket: string, proof: SecondProof): Promise<SignInResult> {
  return adoptAnswer(await api.call('secondStep', { ticket, ...proof }));
}

/** Returns the next offer from another tab that answers after the waiting time. */
function lateOffer(): Promise<StoredUser> {
  return new Promise((resolve) => {
    const stop = onTabMessage((message) => {
      if (message.type !== 'offer') return;
      stop();
      resolve(message.user);
    });
  });
}

/** Signs this tab in with the session of another tab, unless somebody signed in here meanwhile. */
async function takeAlong(user: StoredUser): Promise<void> {
  if (sessionState().kind !== 'signed-out') return;
  await adopt(user).catch(() => {
    if (sessionState().kind === 'signed-out') writeStoredUser(undefined);
  });
}

let following: (() => void) | undefined;

async function restore(): Promise<void> {
  following ??= followTabs(offerSession);
  const own = readStoredUser();
  const asksTabs = own === undefined && readBrowserSession().logged_in;
  const stored = asksTabs ? await askTabs(tabAnswerMs) : own;
  if (!stored) {
    const late = asksTabs ? lateOffer() : undefined;
    await forgetLeftLanguage();
    setSessionState({ kind: 'signed-out', reason: undefined });
    void late?.then(takeAlong);
    return;
  }
  try {
    await adopt(stored);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error;
    if (currentToken() !== undefined) endSession('expired');
  }
}

let restored: Promise<void> | undefined;

/** Looks for a session once; every navigation may call it. A network error throws, and the next call tries again. */
export function restoreSession(): Promise<void> {
  restored ??= restore().catch((error: unknown) => {
    restored = undefined;
    throw error;
  });
  return restored;
}

/** Refreshes the signed-in user, such as after a change of the profile; the request also counts as activity. */
export async function refreshUser(): Promise<void> {
  const before = sessionState();
  if (before.kind !== 'signed-in') return;
  const user = await api.call('me', {});
  const now = sessionState();
  if (now.kind === 'signed-in' && now.token === before.token) setSessionState({ ...now, user });
}

/**
 * Signs out because the user left or was idle too long: the server is called, and this browser clears the session in
 * any case.
 */
export async function signOut(reason: EndReason = 'left'): Promise<void> {
  const farewell = api.call('logout', {}).catch(() => undefined);
  await Promise.race([farewell, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  endSession(reason);
}
