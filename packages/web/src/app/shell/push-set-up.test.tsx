// @vitest-environment happy-dom
import { useLocation } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../platform/client/api-error.ts';
import { PushFault } from '../../platform/push/push-fault.ts';
import { countVisit, keepTurnedOff } from '../../platform/push/push-memory.ts';
import type { PushState } from '../../platform/push/set-up-push.ts';
import { atAddress, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as messages } from '../../platform/texts/en/messages.ts';
import { texts as en } from '../../platform/texts/en/push.ts';
import { texts as ja } from '../../platform/texts/ja/push.ts';
import { texts as ko } from '../../platform/texts/ko/push.ts';
import { texts as zh } from '../../platform/texts/zh/push.ts';
import { DialogHost } from '../../ui/dialogs/dialog-host.tsx';
import { ToastHost } from '../../ui/toasts/toast-host.tsx';
import { PushSetUp } from './push-set-up.tsx';

const push = {
  pushState: vi.fn<() => PushState>(),
  setUpPush: vi.fn<() => Promise<void>>(),
  askForPush: vi.fn<() => Promise<void>>(),
};

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
  { language: 'ko', words: ko },
  { language: 'zh', words: zh },
] as const;

const workers = new EventTarget();
const dayMs = 86_400_000;

/** Signs in a user who visited on this number of earlier days. */
function signedInAfter(visits: number, part: Parameters<typeof signedInAs>[0] = {}) {
  const user = signedInAs(part);
  for (let day = visits; day > 0; day -= 1) countVisit(user.id, Date.now() - day * dayMs);
  return user;
}

beforeEach(() => {
  push.pushState.mockReset().mockReturnValue('unasked');
  push.setUpPush.mockReset().mockResolvedValue();
  push.askForPush.mockReset().mockResolvedValue();
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
});

function Here() {
  return <output>{useLocation().pathname}</output>;
}
const page = (address = '/') =>
  atAddress(
    address,
    <>
      <PushSetUp push={push} />
      <Here />
      <ToastHost />
      <DialogHost />
    </>,
  );

test.each(['/detail/5', '/review/5', '/practice'])(
  'nobody is asked over a recording: %s',
  async (address) => {
    signedInAfter(3);
    await showIn('en', page(address));
    await screen.findByText(address);
    expect(screen.queryByText(en['ask.body'])).toBeNull();
  },
);

test.each(languages)(
  '$language: our own question comes first, the browser asks after the click',
  async (one) => {
    signedInAfter(3);
    const user = await showIn(one.language, page());
    await screen.findByText(one.words['ask.body']);
    expect([push.askForPush.mock.calls.length, push.setUpPush.mock.calls.length]).toEqual([0, 0]);
    await user.click(screen.getByRole('button', { name: one.words['ask.allow'] }));
    expect(push.askForPush).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(one.words['ask.body'])).toBeNull();
  },
);

test('nobody is asked before the fourth visit, and a day is one visit however often the page is opened', async () => {
  signedInAfter(2);
  for (let opened = 1; opened <= 4; opened += 1) {
    await showIn('en', page());
    await waitFor(() => expect(screen.getAllByText('/')).toHaveLength(opened));
  }
  expect(screen.queryByText(en['ask.body'])).toBeNull();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayMs });
  onTestFinished(() => void vi.useRealTimers());
  await showIn('en', page());
  expect(await screen.findByText(en['ask.body'])).toBeDefined();
});

test('the visits of one user do not count for another', async () => {
  const { id } = signedInAfter(3);
  signedInAs({ id: id + 1 });
  await showIn('en', page());
  await screen.findByText('/');
  expect(screen.queryByText(en['ask.body'])).toBeNull();
});

test('“not now” requests nothing of the browser, and not again with the next page', async () => {
  signedInAfter(3);
  const user = await showIn('en', page());
  await user.click(await screen.findByRole('button', { name: en['ask.later'] }));
  expect(push.askForPush).not.toHaveBeenCalled();
  await showIn('en', page());
  await waitFor(() => expect(screen.getAllByText('/')).toHaveLength(2));
  expect(screen.queryByText(en['ask.body'])).toBeNull();
});

test('if it is allowed, the token is sent at once and nobody is asked; if it is not possible, neither', async () => {
  signedInAfter(3);
  push.pushState.mockReturnValue('granted');
  await showIn('en', page());
  await waitFor(() => expect(push.setUpPush).toHaveBeenCalled());
  expect(screen.queryByText(en['ask.body'])).toBeNull();
  push.setUpPush.mockClear();
  for (const state of ['blocked', 'unsupported'] as const) {
    push.pushState.mockReturnValue(state);
    await showIn('en', page());
  }
  await waitFor(() => expect(screen.getAllByText('/')).toHaveLength(3));
  expect(screen.queryByText(en['ask.body'])).toBeNull();
  expect(push.setUpPush).not.toHaveBeenCalled();
});

test.each(languages)('$language: an error is named', async (one) => {
  signedInAfter(3);
  push.askForPush.mockRejectedValue(new PushFault('permission-blocked'));
  const user = await showIn(one.language, page());
  await user.click(await screen.findByRole('button', { name: one.words['ask.allow'] }));
  expect(await screen.findByText(one.words['fault.permission-blocked'])).toBeDefined();
});

test('a server that cannot be reached after the click is reported, but not by a page that sets push up by itself', async () => {
  signedInAfter(3);
  const lost = new ApiError({
    status: 0,
    code: 'network/offline',
    detail: '',
    request_id: '',
    fields: {},
    retry_after_s: undefined,
  });
  push.setUpPush.mockRejectedValue(lost);
  push.pushState.mockReturnValue('granted');
  await showIn('en', page());
  await waitFor(() => expect(push.setUpPush).toHaveBeenCalled());
  expect(screen.queryByText(messages['alert.no-network'])).toBeNull();
  push.askForPush.mockRejectedValue(lost);
  push.pushState.mockReturnValue('unasked');
  const user = await showIn('en', page());
  await user.click(await screen.findByRole('button', { name: en['ask.allow'] }));
  expect((await screen.findAllByText(messages['alert.no-network'])).length).toBeGreaterThan(0);
});

test('a user who turned push off in this browser is neither asked nor set up again, another user is', async () => {
  const { id } = signedInAfter(3);
  keepTurnedOff(id, true);
  for (const state of ['granted', 'unasked'] as const) {
    push.pushState.mockReturnValue(state);
    await showIn('en', page());
  }
  await waitFor(() => expect(screen.getAllByText('/')).toHaveLength(2));
  expect(push.setUpPush).not.toHaveBeenCalled();
  expect(screen.queryByText(en['ask.body'])).toBeNull();
  signedInAfter(3, { id: id + 1 });
  push.pushState.mockReturnValue('granted');
  await showIn('en', page());
  await waitFor(() => expect(push.setUpPush).toHaveBeenCalled());
});

const say = (data: unknown) => workers.dispatchEvent(Object.assign(new Event('message'), { data }));

test.each(languages)(
  '$language: a click on a message opens the patch, in front with an alert',
  async (one) => {
    signedInAfter(3);
    push.pushState.mockReturnValue('granted');
    await showIn(one.language, page());
    await screen.findByText('/');
    say({ type: 'notification-click', address: '/detail/7', foreground: true });
    await screen.findByText('/detail/7');
    expect(await screen.findByText(one.words.event)).toBeDefined();
  },
);

test('from the background it opens the patch without an alert; other events open nothing', async () => {
  signedInAfter(3);
  push.pushState.mockReturnValue('granted');
  await showIn('en', page());
  await screen.findByText('/');
  say({ type: 'other', address: '/detail/9', foreground: true });
  say({ type: 'notification-click', address: '/detail/8', foreground: false });
  await screen.findByText('/detail/8');
  expect(screen.queryByText('Notification event!')).toBeNull();
  expect(en.event).toBe('Notification event!');
});
