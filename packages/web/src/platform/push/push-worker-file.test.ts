/** Tests the file of the service worker, run as the browser runs it: what it shows, and where a click leads. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { clickOf } from './push-memory.ts';

const code = await readFile(join(import.meta.dirname, '../../../public/push-worker.js'), 'utf8');

type Listener = (event: object) => void;
type Shown = {
  title: string;
  options: { body: string; data: { address: string } } & Record<string, unknown>;
};

const site = 'https://desk.example/';

function page(visibilityState: 'visible' | 'hidden', mayFocus = true, url = site) {
  const posted: unknown[] = [];
  const own = {
    ...{ visibilityState, url },
    posted,
    postMessage: (message: unknown) => void posted.push(message),
    focus: (): Promise<unknown> =>
      mayFocus ? Promise.resolve(own) : Promise.reject(new Error('not allowed to focus')),
  };
  return own;
}

function worker(pages: readonly ReturnType<typeof page>[] = [], scope = site) {
  const listeners = new Map<string, Listener>();
  const shown: Shown[] = [];
  const opened: string[] = [];
  const steps: string[] = [];
  const note = (step: string) => Promise.resolve(void steps.push(step));
  const self = {
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    registration: {
      scope,
      showNotification: (title: string, options: Shown['options']) =>
        Promise.resolve(void shown.push({ title, options })),
    },
    clients: {
      claim: () => note('claim'),
      matchAll: () => Promise.resolve(pages),
      openWindow: (address: string) => Promise.resolve(void opened.push(address)),
    },
    skipWaiting: () => note('skip'),
  };
  runInNewContext(code, { self, URL });
  const fire = async (type: string, event: object = {}) => {
    const waits: unknown[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (work: unknown) => void waits.push(work) });
    await Promise.all(waits);
  };
  const push = (data: unknown) => fire('push', { data: { json: () => data } });
  const click = async (address: string) => {
    let closed = false;
    await fire('notificationclick', { notification: { data: { address }, close: () => (closed = true) } });
    return closed;
  };
  return { shown, opened, steps, fire, push, click };
}

const message = {
  ...{ notification_id: '41', patch_id: '7', category: 'request', hn_id: 'HN26K05102' },
  ...{ title: 'Request', body: 'HN26K05102' },
};

test('a message is shown with body, icon and vibration, and stays until it is dismissed', async () => {
  const { push, shown } = worker();
  await push(message);
  await push({ data: message, from: '1234567890', fcmMessageId: 'x' });
  const options = {
    body: 'HN26K05102',
    icon: '/mark-192.png',
    vibrate: [200, 100, 200, 100, 200, 100, 200],
    requireInteraction: true,
    tag: 'notification-41',
    data: { address: '/detail/7' },
  };
  expect(JSON.parse(JSON.stringify(shown))).toEqual([
    { title: 'Request', options },
    { title: 'Request', options },
  ]);
});

test('a foreign message shows nothing; one without a patch leads to the list', async () => {
  const { push, fire, shown } = worker();
  await push({});
  await push(null);
  await fire('push', { data: null });
  expect(shown).toEqual([]);
  await push({ ...message, patch_id: '' });
  await push({ ...message, patch_id: '../evil' });
  expect(shown.map(({ options }) => options.data.address)).toEqual(['/notifications', '/notifications']);
});

test('a click opens the patch in the visible page and says that it was in front', async () => {
  const [hidden, seen] = [page('hidden'), page('visible')];
  const { click, opened } = worker([hidden, seen]);
  expect(await click('/detail/7')).toBe(true);
  expect(hidden.posted).toEqual([]);
  expect(opened).toEqual([]);
  const [posted] = seen.posted.map((each: unknown) => clickOf(each));
  expect(posted).toEqual({ address: '/detail/7', foreground: true });
});

test('a click brings a hidden page forward, also if the browser does not allow it, and opens one if there is none', async () => {
  for (const mayFocus of [true, false]) {
    const hidden = page('hidden', mayFocus);
    await worker([hidden]).click('/detail/7');
    expect(hidden.posted.map((each) => clickOf(each))).toEqual([{ address: '/detail/7', foreground: false }]);
  }
  const { click, opened } = worker();
  await click('/detail/7');
  expect(opened).toEqual(['/detail/7']);
});

test('under a path a message leads into the product only, whatever else is open on the host', async () => {
  const scope = `${site}rhythmdesk/`;
  const [other, own] = [page('visible', true, `${site}intranet`), page('hidden', true, `${scope}detail/9`)];
  const { push, click, shown, opened } = worker([other], scope);
  await push(message);
  expect(shown[0]?.options).toMatchObject({
    icon: '/rhythmdesk/mark-192.png',
    data: { address: '/detail/7' },
  });
  await click('/detail/7');
  expect([opened, other.posted]).toEqual([['/rhythmdesk/detail/7'], []]);
  const beside = worker([other, own], scope);
  await beside.click('/detail/7');
  expect(own.posted.map((each) => clickOf(each))).toEqual([{ address: '/detail/7', foreground: false }]);
  expect([beside.opened, other.posted]).toEqual([[], []]);
});

test('a new worker is active at once', async () => {
  const { fire, steps } = worker();
  await fire('install');
  await fire('activate');
  expect(steps).toEqual(['skip', 'claim']);
});

test('only a URL of the page is opened, whoever sends it', () => {
  const click = { type: 'notification-click', foreground: true };
  expect(clickOf({ ...click, address: '/notifications' })).toEqual({
    address: '/notifications',
    foreground: true,
  });
  for (const address of ['https://evil.example/', '//evil.example', '/detail/7/../../x', 'javascript:1', 7]) {
    expect(clickOf({ ...click, address })).toBeNull();
  }
  expect([clickOf(null), clickOf('x'), clickOf({ address: '/detail/7' })]).toEqual([null, null, null]);
});
