// @vitest-environment happy-dom
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { useLocation } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
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

const own = [
  exampleRow({ case_id: 40, status: 'review', actions: ['complete'] }),
  exampleRow({ case_id: 41, status: 'review', actions: ['unassign'] }),
  exampleRow({ case_id: 42, status: 'assigned', actions: ['start', 'reject'] }),
];
const waiting = exampleRow({ case_id: 50, actions: ['assign-to-me'] });

/** Simulates a server with the caller's own cases, the first case of the pool, and the action that takes it. */
function server(mine: typeof own, pool: number | null) {
  return answerCalls(({ path }) => {
    if (path.includes('case/next'))
      return Response.json({ case_id: pool, version: pool === null ? null : 1 });
    if (path.includes('assign-to-me')) return Response.json({ case_id: 50, version: 2, status: 'assigned' });
    const query = new URL(path, 'http://desk.test').searchParams;
    const all = query.get('view') === 'mine' ? mine : [waiting];
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size'))];
    const items = all.slice((page - 1) * size, page * size);
    return Response.json({ items, total: all.length, page, size });
  });
}

type Where = { action: CaseAction; pathOf?: (case_id: number) => string };

function Finished({ action, pathOf = casePath }: Where) {
  const { offer, bar, stay } = useNextCase(40, { trail: undefined, pathOf });
  useCommands([{ id: 'stay', keys: ['Esc'], title: 'stay', run: () => stay?.() }]);
  const { pathname } = useLocation();
  return (
    <>
      <button onClick={() => offer(action)}>done</button>
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

test('an own waiting case is found after many that wait for others', async () => {
  signedIn('TECHNICIAN');
  const others = Array.from({ length: 45 }, (_, i) =>
    exampleRow({ case_id: 100 + i, actions: ['unassign'] }),
  );
  server([...others, ...own.slice(2)], 50);
  await finish('en', 'complete');
  await screen.findByText(en.own);
  expect(screen.getByText(/HN26K00042/)).toBeDefined();
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
