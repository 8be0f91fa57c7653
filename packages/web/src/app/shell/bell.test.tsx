// @vitest-environment happy-dom
import type { Notification } from '@rhythmdesk/contract/notices';
import { useLocation } from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerCalls, atAddress, RenewAll, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as push } from '../../platform/texts/en/push.ts';
import { texts as en } from '../../platform/texts/en/shell.ts';
import { texts as ko } from '../../platform/texts/ko/shell.ts';
import { Bell } from './bell.tsx';

const languages = [
  { language: 'en', words: en, three: 'Notifications, 3 new' },
  { language: 'ko', words: ko, three: ko['notifications.unread_other'].replace('{{count}}', '3') },
] as const;

const item = (id: number, status: 'N' | 'Y'): Notification => ({
  id,
  status,
  patch_id: 40 + id,
  create_time: '2026-11-20T09:00:00.000Z',
  category: 'request',
  code: 'case-ready',
  content: `HN26K0400${String(id)}`,
});

/** Simulates the server: opening the list sets its number to zero, marking all as read clears every `N`. */
function server() {
  let noti_count = 3;
  let items = [item(3, 'N'), item(2, 'N'), item(1, 'Y')];
  return answerCalls(({ path }) => {
    if (path.includes('notification/badge')) noti_count = 0;
    if (path.includes('notification/read-all')) items = items.map((each) => ({ ...each, status: 'Y' }));
    const unread = items.filter(({ status }) => status === 'N').length;
    return Response.json({ items, more: false, noti_count, unread, ok: true });
  });
}

test.each(languages)(
  '$language: the bell’s number disappears when it is opened, each N when it is read',
  async (one) => {
    signedInAs();
    const calls = server();
    const user = await showIn(one.language, atAddress('/', <Bell />));
    await user.click(await screen.findByRole('button', { name: one.three }));
    const list = await screen.findByRole('dialog', { name: one.words.notifications });
    await waitFor(() => expect(screen.queryByRole('button', { name: one.three, hidden: true })).toBeNull());
    expect(calls.some(({ path }) => path.includes('notification/badge'))).toBe(true);
    expect(await within(list).findAllByText(/^HN26K0400/)).toHaveLength(3);
    expect(within(list).getAllByText('N')).toHaveLength(2);
    await user.click(within(list).getByRole('button', { name: one.words['notifications.read-all'] }));
    await waitFor(() => expect(within(list).queryAllByText('N')).toEqual([]));
    expect(within(list).queryByRole('button', { name: one.words['notifications.read-all'] })).toBeNull();
  },
);

function Here() {
  return <output>{useLocation().pathname}</output>;
}

test.each(languages)(
  '$language: an item shows time, category and content; a click opens its patch and marks it as read',
  async (one) => {
    signedInAs();
    const calls = server();
    const page = (
      <>
        <Bell />
        <Here />
      </>
    );
    const user = await showIn(one.language, atAddress('/', page));
    await user.click(await screen.findByRole('button', { name: one.three }));
    const list = await screen.findByRole('dialog', { name: one.words.notifications });
    const first = (await within(list).findByText('HN26K04003')).closest('button');
    expect(first?.textContent).toContain(one.words['category.request']);
    const time = first?.querySelector('time');
    expect(time?.dateTime).toBe('2026-11-20T09:00:00.000Z');
    expect(time?.textContent).toMatch(/ \d\d:\d\d$/);
    await user.click(within(list).getByText('HN26K04003'));
    await screen.findByText('/detail/43');
    const read = calls.filter(({ path }) => path.includes('notification/read'));
    expect(read.map(({ body }) => body)).toEqual([{ patch_id: 43 }]);
  },
);

test.each(languages)('$language: on the case page nothing in the list is clickable', async (one) => {
  signedInAs();
  server();
  const user = await showIn(one.language, atAddress('/detail/43', <Bell />));
  await user.click(await screen.findByRole('button', { name: one.three }));
  const list = await screen.findByRole('dialog', { name: one.words.notifications });
  const items = await within(list).findAllByText(/^HN26K0400/);
  expect(items.map((item) => item.closest('button')?.disabled)).toEqual([true, true, true]);
});

test.each(languages)(
  '$language: without any it says so, at most 600 high and at least 200 wide',
  async (one) => {
    signedInAs();
    answerCalls(() => Response.json({ items: [], more: false, noti_count: 0, unread: 0 }));
    const user = await showIn(one.language, atAddress('/', <Bell />));
    await user.click(await screen.findByRole('button', { name: one.words.notifications }));
    const list = await screen.findByRole('dialog', { name: one.words.notifications });
    expect(await within(list).findByText(one.words['notifications.empty'])).toBeDefined();
    const { minWidth, maxHeight } = getComputedStyle(list);
    expect([minWidth, maxHeight]).toEqual(['200px', '600px']);
  },
);

test('under the list it offers push if the browser can be asked for it', async () => {
  signedInAs();
  server();
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { permission: 'default' });
  Object.defineProperty(navigator, 'serviceWorker', { value: new EventTarget(), configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  const user = await showIn('en', atAddress('/', <Bell />));
  await user.click(await screen.findByRole('button', { name: 'Notifications, 3 new' }));
  const list = await screen.findByRole('dialog', { name: en.notifications });
  expect(await within(list).findByRole('button', { name: push['turn-on'] })).toBeDefined();
});

test('a new notification hides none between the newest page and the older ones', async () => {
  signedInAs();
  let newest = 4;
  answerCalls(({ path }) => {
    const before = Number(/before=(\d+)/.exec(path)?.[1] ?? newest + 1);
    const items = [before - 1, before - 2].map((id) => item(id, 'N'));
    return Response.json({ items, more: before > 3, noti_count: 3, unread: 3, ok: true });
  });
  const page = (
    <>
      <RenewAll />
      <Bell />
    </>
  );
  const user = await showIn('en', atAddress('/', page));
  await user.click(await screen.findByRole('button', { name: 'Notifications, 3 new' }));
  const list = await screen.findByRole('dialog', { name: en.notifications });
  await user.click(await within(list).findByRole('button', { name: en['notifications.older'] }));
  await within(list).findByText('HN26K04001');
  newest = 5;
  fireEvent.click(screen.getByRole('button', { name: 'renew', hidden: true }));
  await within(list).findByText('HN26K04005');
  expect(
    within(list)
      .getAllByText(/^HN26K0400/)
      .map(({ textContent }) => textContent),
  ).toEqual([5, 4, 3, 2, 1].map((id) => `HN26K0400${String(id)}`));
});
