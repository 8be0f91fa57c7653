// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/case-list.ts';
import { texts as ja } from '../../../platform/texts/ja/case-list.ts';
import { InstitutionCards } from './institution-cards.tsx';

const critical = { case_id: 9, hn_id: 'HN26K00009', patient_last_name: '田中', patient_first_name: '洋子' };

function server(newest_critical: typeof critical | null) {
  return answerCalls(({ path }) =>
    path.includes('unread-reports')
      ? Response.json({ total: 240, newest: 31, critical: newest_critical === null ? 0 : 7, newest_critical })
      : Response.json({ items: [], noti_count: 0, unread: 240, more: true }),
  );
}

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)(
  '$language: all unread reports are counted, and the newest critical one is opened',
  async (one) => {
    const calls = server(critical);
    const open = vi.fn();
    const model = { counts: undefined, countsFault: null, institution: 4, onState: vi.fn(), open };
    const user = await showIn(one.language, <InstitutionCards model={model} />);
    const alarm = await screen.findByRole('alert');
    expect(alarm.textContent).toContain(one.words['card.critical_other'].replace('{{count}}', '7'));
    expect(alarm.textContent).toContain('HN26K00009');
    expect(screen.getByText('240')).toBeDefined();
    expect(calls.some(({ path }) => path.includes('unread-reports?hospital_id=4'))).toBe(true);
    await user.click(screen.getByRole('button', { name: one.words['card.critical.act'] }));
    expect(open).toHaveBeenLastCalledWith(9);
    await user.click(screen.getByRole('button', { name: one.words['card.unread.act'] }));
    expect(open).toHaveBeenLastCalledWith(31, { show: 'report' });
  },
);

test('without a critical report there is no alarm', async () => {
  server(null);
  const model = { counts: undefined, countsFault: null, institution: null, onState: vi.fn(), open: vi.fn() };
  await showIn('en', <InstitutionCards model={model} />);
  await screen.findByText('240');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a figure that is still being fetched is never shown as 0', async () => {
  const unread = Promise.withResolvers<Response>();
  answerCalls(({ path }) =>
    path.includes('unread-reports')
      ? unread.promise.then((answer) => answer.clone())
      : Response.json({ items: [], noti_count: 0, unread: 0, more: false }),
  );
  const model = { counts: undefined, countsFault: null, institution: null, onState: vi.fn(), open: vi.fn() };
  await showIn('en', <InstitutionCards model={model} />);
  expect(await screen.findAllByText('…')).toHaveLength(3);
  expect(screen.queryByText('0')).toBeNull();
  unread.resolve(Response.json({ total: 0, newest: null, critical: 0, newest_critical: null }));
  expect(await screen.findByText('0')).toBeDefined();
  await waitFor(() => expect(screen.getAllByText('…')).toHaveLength(2));
});

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: a figure that cannot be fetched says so, and is requested again', async (one) => {
  let isDown = true;
  const calls = answerCalls(({ path }) => {
    if (!path.includes('unread-reports'))
      return Response.json({ items: [], noti_count: 0, unread: 0, more: false });
    return isDown
      ? Response.json(
          { code: 'server/failed', detail: 'failed', request_id: 'q1', fields: {} },
          { status: 500 },
        )
      : Response.json({ total: 5, newest: 31, critical: 0, newest_critical: null });
  });
  const retry = vi.fn();
  const model = {
    counts: undefined,
    countsFault: { retry },
    institution: null,
    onState: vi.fn(),
    open: vi.fn(),
  };
  const user = await showIn(one.language, <InstitutionCards model={model} />);
  await waitFor(() => expect(screen.getAllByText(one.words['card.failed'])).toHaveLength(3));
  expect(screen.queryByText('…')).toBeNull();
  const [first, second] = screen.getAllByRole('button');
  if (first === undefined || second === undefined) throw new Error('a button is missing');
  await user.click(first);
  expect(retry).toHaveBeenCalledOnce();
  isDown = false;
  const before = calls.length;
  await user.click(second);
  expect(await screen.findByText('5')).toBeDefined();
  expect(calls.length).toBeGreaterThan(before);
});
