// @vitest-environment happy-dom
import type { Notification } from '@rhythmdesk/contract/notices';
import { useLocation } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as dialogsEn } from '../../platform/texts/en/dialogs.ts';
import { texts as dialogsJa } from '../../platform/texts/ja/dialogs.ts';
import { texts as dialogsKo } from '../../platform/texts/ko/dialogs.ts';
import { texts as dialogsZh } from '../../platform/texts/zh/dialogs.ts';
import { texts as en } from '../../platform/texts/en/notification-settings.ts';
import { texts as shellEn } from '../../platform/texts/en/shell.ts';
import { texts as listsEn } from '../../platform/texts/en/lists.ts';
import { texts as ja } from '../../platform/texts/ja/notification-settings.ts';
import { texts as ko } from '../../platform/texts/ko/notification-settings.ts';
import { texts as zh } from '../../platform/texts/zh/notification-settings.ts';
import { Page } from './notifications-page.tsx';

const item = (id: number, status: 'N' | 'Y', patch_id: number | null = 40 + id): Notification => ({
  id,
  status,
  patch_id,
  create_time: '2026-11-20T09:00:00.000Z',
  category: id === 1 ? 'account' : 'request',
  code: 'case-ready',
  content: `HN26K0400${String(id)}`,
});

/** Returns the notifications of the server, filtered as the server filters them. */
function server(first: readonly Notification[] = [item(3, 'N'), item(2, 'N'), item(1, 'Y', null)]) {
  let held = first;
  return answerCalls(({ path }) => {
    if (path.includes('notification/read')) held = held.map((each) => ({ ...each, status: 'Y' }));
    if (!path.includes('notification/page')) return Response.json({ ok: true });
    const { searchParams } = new URL(path, 'http://desk');
    const unread = searchParams.get('unread') === 'true';
    const category = searchParams.getAll('category');
    const items = held.filter(
      (each) =>
        (!unread || each.status === 'N') && (category.length === 0 || category.includes(each.category)),
    );
    return Response.json({ items, total: items.length, page: 1, size: 50 });
  });
}

const asksFor = (calls: ReturnType<typeof server>) =>
  calls
    .filter(({ path }) => path.includes('notification/page'))
    .map(({ path }) => new URL(path, 'http://desk').searchParams);

function Here() {
  const { pathname, searchStr } = useLocation();
  return <output>{pathname + searchStr}</output>;
}
const pageAt = (address: string) =>
  atAddress(
    address,
    <>
      <Page />
      <Here />
    </>,
  );

test('all of the last thirty days are listed, with an N at unread ones, and reading all removes them', async () => {
  signedInAs();
  const calls = server();
  const user = await showIn('en', pageAt('/notifications'));
  expect(await screen.findAllByText(/^HN26K0400/)).toHaveLength(3);
  expect(screen.getAllByRole('img', { name: 'Unread' })).toHaveLength(2);
  const [first] = asksFor(calls);
  const days =
    (Date.parse(first?.get('to_time') ?? '') - Date.parse(first?.get('from_time') ?? '')) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  await user.click(screen.getByRole('button', { name: en['page.read-all'] }));
  await waitFor(() => expect(screen.queryAllByRole('img', { name: 'Unread' })).toEqual([]));
  expect(screen.queryByRole('button', { name: en['page.read-all'] })).toBeNull();
});

test('one about a patch opens it and is marked as read; one without a patch is not clickable', async () => {
  signedInAs();
  const calls = server();
  const user = await showIn('en', pageAt('/notifications'));
  expect(await screen.findByRole('button', { name: /HN26K04001/ })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: /HN26K04003/ }));
  await screen.findByText('/detail/43');
  await waitFor(() => expect(calls.map(({ body }) => body)).toContainEqual({ patch_id: 43 }));
});

test('the filters of a URL are requested: kind, unread, and both days of the period', async () => {
  signedInAs();
  const calls = server();
  await showIn(
    'en',
    pageAt('/notifications?category=request&unread=true&from=2026-11-01&to=2026-11-20&page=2'),
  );
  await screen.findAllByText(/^HN26K0400/);
  const [first] = asksFor(calls);
  expect([first?.getAll('category'), first?.get('unread'), first?.get('page')]).toEqual([
    ['request'],
    'true',
    '2',
  ]);
  expect([first?.get('from_time'), first?.get('to_time')]).toEqual([
    new Date(2026, 10, 1).toISOString(),
    new Date(2026, 10, 21).toISOString(),
  ]);
});

test('“unread only” and a kind limit the list, and are removed together', async () => {
  signedInAs();
  server([item(3, 'Y'), item(1, 'Y', null)]);
  const user = await showIn('en', pageAt('/notifications'));
  await screen.findByText('HN26K04003');
  await user.click(screen.getByRole('button', { name: new RegExp(en.kind) }));
  await user.click(await screen.findByRole('checkbox', { name: shellEn['category.account'] }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('HN26K04003')).toBeNull());
  const unread = await screen.findByRole('button', { name: en['page.unread'] });
  await user.click(unread);
  await screen.findByText(en['page.empty-body']);
  expect(unread.getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: listsEn['filters.clear'] }));
  expect(await screen.findAllByText(/^HN26K0400/)).toHaveLength(2);
});

test.each([
  { language: 'en', words: en, dialogs: dialogsEn },
  { language: 'ja', words: ja, dialogs: dialogsJa },
  { language: 'ko', words: ko, dialogs: dialogsKo },
  { language: 'zh', words: zh, dialogs: dialogsZh },
] as const)('$language: an empty page and a failed one say so', async ({ language, words, dialogs }) => {
  signedInAs();
  let fails = true;
  answerCalls(() =>
    fails
      ? Response.json({ code: 'server/failure', message: 'x', request_id: 'r-17' }, { status: 500 })
      : Response.json({ items: [], total: 0, page: 1, size: 50 }),
  );
  const user = await showIn(language, pageAt('/notifications'));
  await screen.findByText(/r-17/);
  fails = false;
  await user.click(screen.getByRole('button', { name: dialogs['try-again'] }));
  await screen.findByText(words['page.empty']);
});
