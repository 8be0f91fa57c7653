/**
 * Starts the sign-in through an OIDC provider and handles the return from it. The ticket of a started sign-in is kept
 * in this tab's session storage, with the page to open afterwards. A popup window has no ticket; it passes the
 * provider's response on to the tab that opened it.
 */
import type { ProviderAnswer } from '@rhythmdesk/contract/providers';
import { api } from '../client/api.ts';
import { adoptAnswer, restoreSession, type SignInResult } from './sign-in.ts';
import { tabStorage } from '../own-storage.ts';
import { ownName } from '../address/base-path.ts';

const pendingKey = 'provider-question';
const channelName = 'rhythmdesk-provider';

type Returned = Omit<ProviderAnswer, 'ticket'>;
type Pending = { readonly kind: 'sign-in' | 'link'; ticket: string; state: string; back: string };
type Begun = { readonly ticket: string; readonly url: string };

const stateOf = (url: string): string => new URL(url).searchParams.get('state') ?? '';

function textIn(value: object, name: string): string | undefined {
  const text: unknown = Reflect.get(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function asObject(text: string | null): object | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function takePending(): Pending | undefined {
  const held = asObject(tabStorage.getItem(pendingKey));
  forgetPending();
  if (held === undefined) return undefined;
  const [kind, ticket, state] = ['kind', 'ticket', 'state'].map((name) => textIn(held, name));
  if ((kind !== 'sign-in' && kind !== 'link') || ticket === undefined || state === undefined)
    return undefined;
  return { kind, ticket, state, back: textIn(held, 'back') ?? '' };
}

/** A new sign-in discards the previous one. */
export function forgetPending(): void {
  tabStorage.removeItem(pendingKey);
}

/** `back`: the page to open afterwards, as checked by `afterSignIn`. */
export function leaveFor({ ticket, url }: Begun, kind: Pending['kind'], back: string): void {
  const pending: Pending = { kind, ticket, state: stateOf(url), back };
  tabStorage.setItem(pendingKey, JSON.stringify(pending));
  window.location.assign(url);
}

/** Returns the provider's response in the address that it redirected the browser to. */
export function returnedIn(search: string): Returned | undefined {
  const given = new URLSearchParams(search);
  const read = (name: string): string | undefined => given.get(name) ?? undefined;
  const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map(read);
  return state === undefined ? undefined : { state, code, iss, error };
}

export type ProviderReturn =
  | { readonly kind: 'sign-in'; readonly result: SignInResult; readonly back: string }
  | { readonly kind: 'linked' }
  | { readonly kind: 'handed-on' }
  | { readonly kind: 'lost' };

/**
 * Processes the response: in the tab that started the sign-in, or by passing it on. Throws the `ApiError` of a refusal.
 */
export async function takeReturn(returned: Returned | undefined): Promise<ProviderReturn> {
  const pending = takePending();
  if (returned === undefined) return { kind: 'lost' };
  if (pending === undefined || pending.state !== returned.state) {
    const channel = new BroadcastChannel(ownName(channelName));
    channel.postMessage(returned);
    channel.close();
    return { kind: 'handed-on' };
  }
  const answer = { ...returned, ticket: pending.ticket };
  if (pending.kind === 'sign-in') {
    const result = await adoptAnswer(await api.call('providerSignIn', answer));
    return { kind: 'sign-in', result, back: pending.back };
  }
  await restoreSession();
  await api.call('addIdentity', answer);
  return { kind: 'linked' };
}

function asReturned(value: unknown): Returned | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) => textIn(value, name));
  return state === undefined ? undefined : { state, code, iss, error };
}

/** How long the response of a closed window may still be on its way. */
const lateMs = 1_000;

/**
 * Returns the popup window's response to this request; null once the wait is given up: by another request, or when the
 * user is back at this page and has closed the window. The page of a provider may hide whether its window is closed, so
 * that alone ends nothing.
 */
function returnTo(state: string, beside: Window, signal: AbortSignal): Promise<Returned | null> {
  const { promise, resolve } = Promise.withResolvers<Returned | null>();
  const channel = new BroadcastChannel(ownName(channelName));
  const over = new AbortController();
  const finish = (returned: Returned | null): void => {
    channel.close();
    over.abort();
    resolve(returned);
  };
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const returned = asReturned(event.data);
    if (returned?.state === state) finish(returned);
  });
  const back = (): void => {
    if (beside.closed) setTimeout(() => finish(null), lateMs);
  };
  window.addEventListener('focus', back, { signal: over.signal });
  signal.addEventListener('abort', () => finish(null), { signal: over.signal });
  if (signal.aborted) finish(null);
  // The user may have closed it while the server was asked.
  back();
  return promise;
}

let waiting: AbortController | undefined;

/**
 * Lets the user's provider verify the user in a popup window; returns a proof that replaces the password once. Null if
 * another request was started meanwhile, or the user closed the window. Must be called from a click, or the browser
 * opens no window.
 */
export async function proveByProvider(): Promise<{ readonly provider_proof: string } | 'blocked' | null> {
  waiting?.abort();
  const own = new AbortController();
  waiting = own;
  const beside = window.open('about:blank', ownName('rhythmdesk-provider'), 'popup,width=520,height=680');
  if (beside === null) return 'blocked';
  try {
    const { ticket, url } = await api.call('beginProviderProof', {});
    const returning = returnTo(stateOf(url), beside, own.signal);
    beside.location.href = url;
    const returned = await returning;
    if (returned === null) return null;
    const proved = await api.call('proveByProvider', { ...returned, ticket });
    return { provider_proof: proved.ticket };
  } catch (error) {
    beside.close();
    throw error;
  }
}
