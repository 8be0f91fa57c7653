// @vitest-environment happy-dom
/** Tests what the page does under a path of its host: addresses, the shown page, names in the browser, its router. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

function write(settings: object): void {
  const meta = document.createElement('meta');
  meta.name = 'rhythmdesk-settings';
  meta.content = JSON.stringify(settings);
  document.head.replaceChildren(meta);
}

/** Loads the modules as a page under this path does. */
async function load(base_path: string | undefined) {
  write(base_path === undefined ? {} : { base_path });
  const paths = await import('./base-path.ts');
  return { ...paths, ...(await import('../own-storage.ts')) };
}

beforeEach(() => vi.resetModules());
afterEach(() => {
  document.head.replaceChildren();
  vi.resetModules();
});

test('without a path nothing has one', async () => {
  const { basePath, browserAddress, ownName, shownPath } = await load(undefined);
  window.history.replaceState(null, '', '/detail/5?x=1');
  expect([basePath, browserAddress('/detail/5'), ownName('user'), shownPath()]).toEqual([
    ...['', '/detail/5', 'user', '/detail/5'],
  ]);
});

test('an address has the path, and the shown page lacks it', async () => {
  const { browserAddress, shownPath } = await load('/ecg');
  expect([browserAddress('/'), browserAddress('/detail/5')]).toEqual(['/ecg/', '/ecg/detail/5']);
  for (const [address, path] of [
    ['/ecg/detail/5', '/detail/5'],
    ['/ecg/', '/'],
    ['/ecg', '/'],
    // A proxy may have left it out.
    ['/detail/5', '/detail/5'],
    ['/ecgs/detail', '/ecgs/detail'],
  ]) {
    window.history.replaceState(null, '', address);
    expect([address, shownPath()]).toEqual([address, path]);
  }
});

test('two installations of one host store under different names', async () => {
  const first = await load('/ecg');
  first.browserStorage.setItem('session', 'first');
  first.tabStorage.setItem('user', 'first');
  vi.resetModules();
  const second = await load('/ecg-test');
  expect([second.browserStorage.getItem('session'), second.tabStorage.getItem('user')]).toEqual([null, null]);
  second.browserStorage.setItem('session', 'second');
  second.tabStorage.removeItem('user');
  expect(first.browserStorage.getItem('session')).toBe('first');
  expect(first.tabStorage.getItem('user')).toBe('first');
  expect(Object.keys(localStorage).sort()).toEqual(['/ecg-test:session', '/ecg:session']);
});

test('the client asks the server under the path', async () => {
  await load('/ecg');
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (address: unknown) => {
    asked.push(address);
    return Promise.resolve(Response.json({ items: [] }));
  });
  const { api } = await import('../client/api.ts');
  await api.call('signInProviders', {}).catch(() => undefined);
  vi.unstubAllGlobals();
  expect(asked).toEqual(['/ecg/api/v1/auth/providers']);
});

test('a tab under the path follows the use of another tab at once', async () => {
  await load('/ecg');
  const { startIdleWatch } = await import('../session/idle-watch.ts');
  const { writeBrowserSession } = await import('../session/browser-session.ts');
  vi.useFakeTimers();
  const phases: string[] = [];
  const stop = startIdleWatch({
    idleLimitMs: 600_000,
    onPhase: ({ kind }) => phases.push(kind),
    keepAlive: () => undefined,
  });
  vi.advanceTimersByTime(500_000);
  expect(phases.at(-1)).toBe('countdown');
  writeBrowserSession({ logged_in: true, last_activity_ms: Date.now() });
  window.dispatchEvent(new StorageEvent('storage', { key: '/ecg:session' }));
  expect(phases.at(-1)).toBe('active');
  stop();
  vi.useRealTimers();
});
