// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { Day, DayCase } from '@rhythmdesk/contract/work';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/work.ts';
import { texts as ja } from '../../../platform/texts/ja/work.ts';
import { exampleRow } from '../list/test-rows.ts';
import { Page } from './day-page.tsx';

const item = (case_id: number, group: DayCase['group'], part: Partial<DayCase> = {}): DayCase => ({
  ...exampleRow({ case_id, status: 'start', technician: { id: 7, name: 'Mori Kaede' } }),
  next_step: { kind: 'act', action: 'review-request' },
  handback: null,
  group,
  ...part,
});

const day: Day = {
  at: '2026-11-20T05:12:00.000Z',
  today: '2026-11-20',
  time_zone: 'Asia/Tokyo',
  due_until: '2026-11-20T15:00:00.000Z',
  counts: { mine: 3, due: 1, returned: 1, done: 1, waiting: 0, waiting_urgent: 0 },
  items: [
    item(5126, 'returned', {
      handback: {
        action: 'return',
        by: { id: 9, name: 'Kimura Yu' },
        at: '2026-11-20T01:42:00.000Z',
        comment: 'Please say which lead.',
      },
    }),
    item(5102, 'due'),
    item(5233, 'later', { next_step: { kind: 'wait', action: 'verify', on: 'confirmer' } }),
    item(4702, 'done', { next_step: { kind: 'finished' } }),
  ],
  pace: {
    days: [
      { day: '2026-11-19', cases: 4, minutes: 90 },
      { day: '2026-11-20', cases: 1, minutes: 30 },
    ],
    median_cases: 4,
    median_minutes: 90,
  },
};
const technician = { id: 4, role_key: 'TECHNICIAN', group_type: 'tech_center', level: 2 } as const;

async function show(language: 'en' | 'ja', answer: Day) {
  signedInAs({ user_role: technician });
  const calls = answerCalls(() => Response.json(answer));
  const user = await showIn(language, atAddress('/day', <Page />));
  return { calls, user };
}

const hrefOf = (element: HTMLElement): string => decodeURIComponent(element.getAttribute('href') ?? '');

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: each case is in its group, with who returned it and why', async (one) => {
  const { calls } = await show(one.language, day);
  const returned = await screen.findByRole('region', { name: `${one.words['group.returned']} 1` });
  expect(within(returned).getByRole('link').textContent).toBe('HN26K05126');
  expect(returned.textContent).toContain('Kimura Yu');
  expect(returned.textContent).toContain('Please say which lead.');
  for (const group of ['due', 'later', 'done'] as const)
    expect(screen.getByRole('region', { name: `${one.words[`group.${group}`]} 1` })).toBeDefined();
  expect(calls).toHaveLength(1);
});

test('each figure opens the list of its cases; zero opens nothing', async () => {
  await show('en', day);
  const figures = await screen.findByRole('list', { name: en['day.figures'] });
  const due = within(figures).getByRole('link', { name: `1 ${en['count.due']}` });
  expect(hrefOf(due)).toContain('view=mine');
  expect(hrefOf(due)).toContain('due_until=2026-11-20T15:00:00.000Z');
  const done = within(figures).getByRole('link', { name: `1 ${en['count.done']}` });
  expect(hrefOf(done)).toContain('step=complete');
  expect(within(figures).queryByRole('link', { name: `0 ${en['count.waiting']}` })).toBeNull();
});

test('the pace shows every day, its cases and hours, and the own median', async () => {
  await show('en', day);
  const pace = await screen.findByRole('table', { name: en.pace });
  const rows = within(pace)
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(rows[1]).toBe('Today10.5 h');
  expect(rows[2]).toContain('41.5 h');
  expect(rows.at(-1)).toBe('Median41.5 h');
});

test('a day without cases says what to do next', async () => {
  const none = { mine: 0, due: 0, returned: 0, done: 0, waiting: 0, waiting_urgent: 0 };
  await show('ja', { ...day, items: [], counts: none });
  expect(await screen.findByText(ja.empty)).toBeDefined();
  expect(screen.queryByRole('region', { name: new RegExp(ja['group.due']) })).toBeNull();
});
