// @vitest-environment happy-dom
import type { DayCase } from '@rhythmdesk/contract/work';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { useLocation } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/next-case.ts';
import { texts as ko } from '../../../platform/texts/ko/next-case.ts';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { exampleRow } from '../list/test-rows.ts';
import { casePath, deskPath } from '../model/list-trail.ts';
import { useNextCase } from './next-case-bar.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

const signedIn = (role_key: 'TECHNICIAN' | 'CHIEF') =>
  signedInAs({ user_role: { id: 1, role_key, group_type: 'tech_center', level: 2 } });

const dayCase = (case_id: number, next_step: DayCase['next_step']): DayCase => ({
  ...exampleRow({ case_id }),
  ...{ next_step, handback: null, group: 'due' },
});
const own = [
  dayCase(40, { kind: 'act', action: 'complete' }),
  dayCase(41, { kind: 'wait', action: 'verify', on: 'confirmer' }),
  dayCase(42, { kind: 'owed', action: 'review-request', guard: 'report' }),
];
const day = {
  ...{ at: '2026-11-20T09:00:00.000Z', today: '2026-11-20', time_zone: 'Asia/Tokyo' },
  due_until: '2026-11-20T15:00:00.000Z',
  counts: { mine: 3, due: 3, returned: 0, done: 0, waiting: 1, waiting_urgent: 0 },
  pace: { days: [], median_cases: 0, median_minutes: 0 },
};
const waiting = exampleRow({ case_id: 50, actions: ['assign-to-me'] });

/** Simulates a server with the caller's own cases, the first case of the pool, and the action that takes it. */
function server(items: typeof own, pool: number | null) {
  return answerCalls(({ path }) => {
    if (path.endsWith('work/day')) return Response.json({ ...day, items });
    if (path.includes('case/next'))
      return Response.json({ case_id: pool, version: pool === null ? null : 1 });
    if (path.includes('assign-to-me')) return Response.json({ case_id: 50, version: 2, status: 'assigned' });
    return Response.json({ items: [waiting], total: 1, page: 1, size: 1 });
  });
}

type Where = { action: CaseAction; pathOf?: (case_id: number) => string };

function Finished({ action, pathOf = casePath }: Where) {
  const [isHandedOn, setHandedOn] = useState(true);
  const { offer, bar, stay } = useNextCase(40, { trail: undefined, pathOf, isHandedOn });
  useCommands([{ id: 'stay', keys: ['Esc'], title: 'stay', run: () => stay?.() }]);
  const { pathname } = useLocation();
  return (
    <>
      <button onClick={() => offer(action)}>done</button>
      <button onClick={() => setHandedOn((before) => !before)}>turn</button>
      <textarea aria-label="conclusion" onKeyDown={({ key }) => (key === 'F2' ? offer(action) : undefined)} />
      <output data-testid="here">{pathname}</output>
      {bar}
    </>
  );
}

async function finish(language: 'en' | 'ko', where: CaseAction | Where) {
  const given = typeof where === 'string' ? { action: where } : where;
  const user = await showIn(language, atAddress('/detail/40', <Finished {...given} />));
  await user.click(await screen.findByRole('button', { name: 'done' }));
  return user;
}

test.each(languages)('$language: the own case that waits is named, and N opens it', async (one) => {
  signedIn('TECHNICIAN');
  server(own, 50);
  const user = await finish(one.language, 'complete');
  await screen.findByText(one.words.own);
  expect(screen.getByText(/HN26K00042/)).toBeDefined();
  await user.keyboard('n');
  await waitFor(() => expect(screen.getByTestId('here').textContent).toBe('/detail/42'));
});

test.each(languages)('$language: without a waiting own case, N takes the first of the pool', async (one) => {
  signedIn('CHIEF');
  const calls = server(own.slice(0, 2), 50);
  const user = await finish(one.language, 'verify');
  await screen.findByText(one.words.pool);
  expect(screen.getByText(/HN26K00050/)).toBeDefined();
  expect(calls.some(({ path }) => path.includes('assign-to-me'))).toBe(false);
  await user.keyboard('n');
  await waitFor(() => expect(screen.getByTestId('here').textContent).toBe('/detail/50'));
  expect(calls.filter(({ path }) => path.includes('assign-to-me'))).toHaveLength(1);
});

test('a user who finished a case at the desk gets the next one at the desk', async () => {
  signedIn('TECHNICIAN');
  server(own, null);
  const user = await finish('en', { action: 'review-request', pathOf: deskPath });
  await screen.findByText(en.own);
  await user.keyboard('n');
  await waitFor(() => expect(screen.getByTestId('here').textContent).toBe('/review/42'));
});

test('Escape stays on the finished case', async () => {
  signedIn('TECHNICIAN');
  server(own, null);
  const user = await finish('en', 'request-verification');
  await screen.findByText(en.own);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText(en.own)).toBeNull());
  expect(screen.getByTestId('here').textContent).toBe('/detail/40');
});

test.each(languages)(
  '$language: N opens the next case after an action by a key in a text field',
  async (one) => {
    signedIn('TECHNICIAN');
    server(own, null);
    const user = await showIn(
      one.language,
      atAddress('/detail/40', <Finished action="request-verification" />),
    );
    const field = await screen.findByRole('textbox', { name: 'conclusion' });
    await user.type(field, 'Sinus rhythm.{F2}');
    await screen.findByText(one.words.own);
    await user.keyboard('n');
    await waitFor(() => expect(screen.getByTestId('here').textContent).toBe('/detail/42'));
    expect(field).toHaveProperty('value', 'Sinus rhythm.');
  },
);

test('a field that the user has chosen since keeps the focus when the next case is offered', async () => {
  signedIn('TECHNICIAN');
  server(own, null);
  const user = await finish('en', 'request-verification');
  const field = await screen.findByRole('textbox', { name: 'conclusion' });
  await user.click(field);
  await screen.findByText(en.own);
  expect(document.activeElement).toBe(field);
});

test('no next case is offered any more once the case has come back to the user', async () => {
  signedIn('TECHNICIAN');
  server(own, null);
  const user = await finish('en', 'request-verification');
  await screen.findByText(en.own);
  const turn = screen.getByRole('button', { name: 'turn' });
  await user.click(turn);
  expect(screen.queryByText(en.own)).toBeNull();
  await user.click(turn);
  expect(screen.queryByText(en.own)).toBeNull();
});
