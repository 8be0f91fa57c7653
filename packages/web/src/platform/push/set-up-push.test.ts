/**
 * Tests how a browser gets its push token, with a simulated browser: what is requested, renewed, stored and sent, and
 * the error for each failure.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPush } from './forget-push.ts';
import { firebaseFault } from './firebase-token.ts';
import { readKeptToken } from './kept-token.ts';
import { isPutOff, putOff, isFirstShowing, forgetFaults } from './push-memory.ts';
import { PushFault } from './push-fault.ts';
import { activationMs, activePushWorker } from './push-worker.ts';
import { askForPush, pushState, setUpPush, turnOffPush } from './set-up-push.ts';

class Store {
  #kept = new Map<string, string>();
  getItem = (key: string): string | null => this.#kept.get(key) ?? null;
  setItem = (key: string, text: string): void => void this.#kept.set(key, text);
  removeItem = (key: string): void => void this.#kept.delete(key);
}

class Worker extends EventTarget {
  state: string;
  constructor(state: string) {
    super();
    this.state = state;
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const point = Uint8Array.from({ length: 65 }, (_, at) => (at === 0 ? 4 : at));
const base64UrlOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

type StoredSubscription = { readonly made: number; readonly key: Uint8Array };
type World = {
  now_ms: number;
  permission: string;
  answer: string;
  made: number;
  ended: number;
  subscription: StoredSubscription | null;
  mayEnd: boolean;
  failWith: Error | null;
  registerFails: boolean;
  worker: Worker;
  standing: { web_push_key: string; firebase: null; missing: string[] };
  sent: string[];
  forgotten: number;
};

/** Returns the registration of the page's service worker, with the subscriptions that the browser creates. */
function registrationOf(world: World) {
  const view = (held: StoredSubscription) => ({
    options: { applicationServerKey: held.key.buffer },
    unsubscribe: () => {
      if (!world.mayEnd) return Promise.reject(new Error('cannot'));
      world.ended += 1;
      world.subscription = null;
      return Promise.resolve(true);
    },
    toJSON: () => ({ endpoint: `https://push.example/${String(held.made)}` }),
  });
  const pushManager = {
    getSubscription: () => Promise.resolve(world.subscription === null ? null : view(world.subscription)),
    subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      if (world.failWith !== null) return Promise.reject(world.failWith);
      world.made += 1;
      world.subscription = { made: world.made, key: applicationServerKey };
      return Promise.resolve(view(world.subscription));
    },
  };
  return {
    active: world.worker.state === 'activated' ? world.worker : null,
    installing: world.worker.state === 'activated' ? null : world.worker,
    waiting: null,
    pushManager,
  };
}

/** Returns the state of the simulated browser; a test changes what it needs. */
function browser(): World {
  const world: World = {
    now_ms: Date.UTC(2026, 10, 20),
    permission: 'granted',
    answer: 'granted',
    made: 0,
    ended: 0,
    subscription: null,
    mayEnd: true,
    failWith: null,
    registerFails: false,
    worker: new Worker('activated'),
    standing: { web_push_key: base64UrlOf(point), firebase: null, missing: [] },
    sent: [],
    forgotten: 0,
  };
  const serviceWorker = {
    register: () =>
      world.registerFails ? Promise.reject(new Error('no')) : Promise.resolve(registrationOf(world)),
    getRegistration: () => Promise.resolve(registrationOf(world)),
  };
  const notification = {
    get permission() {
      return world.permission;
    },
    requestPermission: () => Promise.resolve((world.permission = world.answer)),
  };
  vi.stubGlobal('window', { PushManager: {}, Notification: notification });
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('navigator', { serviceWorker, onLine: true, languages: ['en'] });
  vi.stubGlobal('fetch', (input: string, init?: { method?: string; body?: string }) => {
    if (!input.endsWith('user/pushtoken')) return Promise.resolve(Response.json(world.standing));
    if (init?.method === 'DELETE') world.forgotten += 1;
    else world.sent.push(String(init?.body));
    return Promise.resolve(Response.json({ ok: true }));
  });
  return world;
}

let world: ReturnType<typeof browser>;
beforeEach(() => {
  vi.stubGlobal('localStorage', new Store());
  vi.stubGlobal('sessionStorage', new Store());
  world = browser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const dayMs = 86_400_000;
const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (fault: unknown) => (fault instanceof PushFault ? fault.code : String(fault)),
  );
const tokenOf = (made: number) => JSON.stringify({ endpoint: `https://push.example/${String(made)}` });

test('a token is created, sent to the server and stored under fcmToken; the next page sends the same', async () => {
  await setUpPush(world.now_ms);
  await setUpPush(world.now_ms + dayMs);
  expect(world.made).toBe(1);
  expect(world.sent).toEqual([1, 1].map((made) => JSON.stringify({ push_token: tokenOf(made) })));
  expect(readKeptToken()).toEqual({ push_token: tokenOf(1), made_ms: world.now_ms });
  expect(localStorage.getItem('fcmToken')).toContain('push.example');
});

test('after seven days it is renewed; an hour before it is not', async () => {
  await setUpPush(world.now_ms);
  await setUpPush(world.now_ms + 7 * dayMs - 3_600_000);
  expect([world.made, world.ended]).toEqual([1, 0]);
  await setUpPush(world.now_ms + 7 * dayMs);
  expect([world.made, world.ended]).toEqual([2, 1]);
  expect(readKeptToken()).toEqual({ push_token: tokenOf(2), made_ms: world.now_ms + 7 * dayMs });
});

test('an old one that cannot be unsubscribed is ignored, and a new one created', async () => {
  await setUpPush(world.now_ms);
  world.mayEnd = false;
  await setUpPush(world.now_ms + 8 * dayMs);
  expect([world.made, world.ended]).toEqual([2, 0]);
  expect(readKeptToken()?.push_token).toBe(tokenOf(2));
});

test('a server with another key gets its own subscription', async () => {
  await setUpPush(world.now_ms);
  const other = point.map((byte, at) => (at === 0 ? byte : byte + 1));
  world.standing.web_push_key = base64UrlOf(other);
  await setUpPush(world.now_ms + 1);
  expect(world.made).toBe(2);
});

test('at sign-out the token is deleted and the subscription ended', async () => {
  await setUpPush(world.now_ms);
  forgetPush();
  expect(localStorage.getItem('fcmToken')).toBeNull();
  await expect.poll(() => world.ended).toBe(1);
});

test('the browser’s permission is read; setting up asks for nothing, and only a yes continues', async () => {
  expect(pushState()).toBe('granted');
  world.permission = 'denied';
  expect([pushState(), await faultOf(setUpPush())]).toEqual(['blocked', 'permission-blocked']);
  world.permission = 'default';
  expect([pushState(), await faultOf(setUpPush())]).toEqual(['unasked', 'permission-default']);
  world.answer = 'default';
  expect(await faultOf(askForPush())).toBe('permission-default');
  world.answer = 'denied';
  expect(await faultOf(askForPush())).toBe('permission-blocked');
  world.permission = 'default';
  world.answer = 'granted';
  expect([await faultOf(askForPush()), world.sent.length]).toEqual(['none', 1]);
  vi.stubGlobal('window', {});
  expect([pushState(), await faultOf(askForPush())]).toEqual(['unsupported', 'unsupported-browser']);
});

test('missing settings, a refused worker and an invalid key are named', async () => {
  world.standing.missing = ['appId'];
  expect(await faultOf(setUpPush())).toBe('missing-config');
  world.standing.missing = [];
  world.registerFails = true;
  expect(await faultOf(setUpPush())).toBe('worker-failed');
  world.registerFails = false;
  for (const key of ['', '!', base64UrlOf(point.slice(1)), base64UrlOf(point.map(() => 3))]) {
    world.standing.web_push_key = key;
    expect([key, await faultOf(setUpPush())]).toEqual([key, 'invalid-vapid-key']);
  }
  expect([world.made, readKeptToken()]).toEqual([0, undefined]);
});

test('a refusal by the push service has the name of its kind; a failed renewal has its own', async () => {
  const named = (name: string) => Object.assign(new Error(name), { name });
  for (const [name, code] of [
    ['NotAllowedError', 'permission-blocked'],
    ['NotSupportedError', 'unsupported-browser'],
    ['InvalidAccessError', 'invalid-vapid-key'],
    ['AbortError', 'subscribe-failed'],
  ] as const) {
    world.failWith = named(name);
    expect([name, await faultOf(setUpPush())]).toEqual([name, code]);
  }
  world.failWith = null;
  await setUpPush(world.now_ms);
  world.failWith = named('AbortError');
  expect(await faultOf(setUpPush(world.now_ms + 8 * dayMs))).toBe('update-failed');
});

test('Firebase’s own errors have the same names', () => {
  const coded = (code: string) => firebaseFault(Object.assign(new Error(code), { code })).code;
  expect(
    [
      ...['messaging/permission-default', 'messaging/permission-blocked', 'messaging/unsupported-browser'],
      ...['messaging/indexed-db-unsupported', 'messaging/failed-service-worker-registration'],
      ...['messaging/token-subscribe-failed', 'messaging/token-unsubscribe-failed'],
      ...['messaging/token-update-failed', 'messaging/invalid-vapid-key'],
      ...['installations/missing-app-config-values', 'messaging/unknown'],
    ].map((code) => coded(code)),
  ).toEqual([
    ...['permission-default', 'permission-blocked', 'unsupported-browser', 'indexed-db-unsupported'],
    ...['worker-failed', 'subscribe-failed', 'unsubscribe-failed', 'update-failed', 'invalid-vapid-key'],
    ...['missing-config', 'subscribe-failed'],
  ]);
});

test('a worker has ten seconds to become active; a replaced one never does', async () => {
  expect(activationMs).toBe(10_000);
  vi.useFakeTimers();
  world.worker = new Worker('installing');
  const settled = vi.fn<() => void>();
  const late = faultOf(activePushWorker()).finally(settled);
  await vi.advanceTimersByTimeAsync(activationMs - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalled();
  expect(await late).toBe('worker-failed');
  world.worker = new Worker('installing');
  const replaced = faultOf(activePushWorker());
  await vi.advanceTimersByTimeAsync(1);
  world.worker.become('redundant');
  expect(await replaced).toBe('worker-failed');
  world.worker = new Worker('installing');
  const good = faultOf(activePushWorker());
  await vi.advanceTimersByTimeAsync(activationMs - 1);
  world.worker.become('activated');
  expect(await good).toBe('none');
});

test('an error is reported once, until push has worked again; “not now” is valid for thirty days', () => {
  expect([
    isFirstShowing('worker-failed'),
    isFirstShowing('worker-failed'),
    isFirstShowing('update-failed'),
  ]).toEqual([true, false, true]);
  forgetFaults();
  expect(isFirstShowing('worker-failed')).toBe(true);
  expect(isPutOff(world.now_ms)).toBe(false);
  putOff(world.now_ms);
  expect([1, 30 * dayMs - 1, 30 * dayMs].map((by) => isPutOff(world.now_ms + by))).toEqual([
    true,
    true,
    false,
  ]);
});

test('turned off, the server deletes this browser, and so does the browser itself', async () => {
  await setUpPush();
  await turnOffPush();
  expect(world.forgotten).toBe(1);
  expect(readKeptToken()).toBeUndefined();
  await expect.poll(() => world.subscription).toBeNull();
});
