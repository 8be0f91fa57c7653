// @vitest-environment happy-dom
import type { LoginAnswer } from '@rhythmdesk/contract/auth';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { answerCalls, sessionUser } from '../test-page.tsx';

const me = sessionUser({ user_group: { id: 12, name: 'Northgate Heart Centre', type: 'hospital' } });
const { id, user_id, user_role } = me;
const login: LoginAnswer = {
  ...{ token: 'token-1', id, user_id, user_role, use_flag: 'Y' },
  must_change_password: false,
  second_step: null,
};

type Answers = { use_flag?: 'Y' | 'D'; meStatus?: number };

function server({ use_flag = 'Y', meStatus = 200 }: Answers = {}) {
  return answerCalls(({ path }) => {
    if (path.endsWith('auth/login'))
      return Response.json({ ...login, use_flag, token: use_flag === 'D' ? '' : login.token });
    if (path.endsWith('user/me')) return Response.json(meStatus === 200 ? me : {}, { status: meStatus });
    return Response.json({ ok: true });
  });
}

/** Opens a page that was just opened and knows of no session yet. */
async function freshPage() {
  vi.resetModules();
  const state = await import('./session-state.ts');
  const signing = await import('./sign-in.ts');
  const words = await import('../texts/texts.ts');
  await words.startTexts();
  return { ...state, ...signing, ...words };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const kept = (): unknown => JSON.parse(sessionStorage.getItem('user') ?? 'null');
const meCalls = (calls: readonly { path: string }[]) =>
  calls.filter(({ path }) => path.endsWith('user/me')).length;

test('signing in stores the user, reads the full record, and adds phone number and group', async () => {
  const { signIn, sessionState } = await freshPage();
  const calls = server();
  expect(await signIn('doctor', 'Quartz6meadow2rain')).toBe('signed-in');
  expect(calls[0]).toMatchObject({ body: { user_id: 'doctor', password: 'Quartz6meadow2rain' } });
  expect(meCalls(calls)).toBe(1);
  expect(kept()).toEqual({
    accessToken: 'token-1',
    id: 7,
    userId: 'doctor',
    group: 'hospital',
    role: 'DOCTOR',
    phone_number: '0312345678',
    user_group: 12,
  });
  expect(sessionState()).toMatchObject({
    kind: 'signed-in',
    token: 'token-1',
    user: { name: 'Helen Marsh' },
  });
});

test('a dormant account gets no session', async () => {
  const { signIn, sessionState } = await freshPage();
  const calls = server({ use_flag: 'D' });
  expect(await signIn('doctor', 'Quartz6meadow2rain')).toBe('dormant');
  expect([kept(), meCalls(calls), sessionState().kind]).toEqual([null, 0, 'restoring']);
});

test('any number of navigations loads the user once, and the session is restored', async () => {
  sessionStorage.setItem('user', JSON.stringify({ ...storedDoctor }));
  const { restoreSession, sessionState } = await freshPage();
  const calls = server();
  expect(sessionState().kind).toBe('restoring');
  await Promise.all([restoreSession(), restoreSession()]);
  await restoreSession();
  expect(meCalls(calls)).toBe(1);
  expect(sessionState().kind).toBe('signed-in');
});

test('without a user and without a session the chosen language is deleted', async () => {
  localStorage.setItem('lang', 'ko');
  const { restoreSession, currentLanguage, sessionState } = await freshPage();
  expect(currentLanguage()).toBe('ko');
  const calls = server();
  await restoreSession();
  expect([localStorage.getItem('lang'), meCalls(calls)]).toEqual([null, 0]);
  expect(currentLanguage()).toBe('en');
  expect(sessionState()).toEqual({ kind: 'signed-out', reason: undefined });
});

test('a language chosen in this tab before sign-in survives a reload', async () => {
  const { selectLanguage } = await freshPage();
  await selectLanguage('ko');
  const { restoreSession, currentLanguage } = await freshPage();
  server();
  await restoreSession();
  expect([localStorage.getItem('lang'), currentLanguage()]).toEqual(['ko', 'ko']);
});

test('a new tab that another one answers too late is signed in nevertheless', async () => {
  const { restoreSession, sessionState } = await freshPage();
  const { writeBrowserSession } = await import('./browser-session.ts');
  writeBrowserSession({ logged_in: true, last_activity_ms: Date.now() });
  server();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const restored = restoreSession();
  // No tab answers in time.
  await vi.advanceTimersByTimeAsync(1_000);
  await restored;
  expect(sessionState()).toEqual({ kind: 'signed-out', reason: undefined });
  const other = new BroadcastChannel('rhythmdesk-session');
  onTestFinished(() => other.close());
  other.postMessage({ type: 'offer', user: storedDoctor });
  await expect.poll(() => sessionState()).toMatchObject({ kind: 'signed-in', token: 'token-1' });
});

test('a stored session that the server does not know has expired', async () => {
  sessionStorage.setItem('user', JSON.stringify({ ...storedDoctor }));
  const { restoreSession, sessionState } = await freshPage();
  server({ meStatus: 403 });
  await restoreSession();
  expect(sessionState()).toEqual({ kind: 'signed-out', reason: 'expired' });
  expect(kept()).toBeNull();
});

test('signing out notifies the server, clears user and language, and returns to the browser’s language', async () => {
  const { signIn, signOut, selectLanguage, currentLanguage, sessionState } = await freshPage();
  const calls = server();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ja-JP', 'en']);
  onTestFinished(() => void vi.restoreAllMocks());
  await signIn('doctor', 'Quartz6meadow2rain');
  await selectLanguage('zh');
  expect(localStorage.getItem('lang')).toBe('zh');
  await signOut();
  expect(calls.filter(({ path }) => path.endsWith('auth/logout'))).toHaveLength(1);
  expect([kept(), localStorage.getItem('lang')]).toEqual([null, null]);
  expect(sessionState()).toEqual({ kind: 'signed-out', reason: 'left' });
  await expect.poll(() => currentLanguage()).toBe('ja');
});

const storedDoctor = {
  accessToken: 'token-1',
  id: 7,
  userId: 'doctor',
  group: 'hospital',
  role: 'DOCTOR',
  phone_number: '',
  user_group: 12,
};
