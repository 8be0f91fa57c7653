// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Board, BoardPerson, ShareOut } from '@rhythmdesk/contract/work';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/work.ts';
import { texts as ko } from '../../../platform/texts/ko/work.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { exampleRow } from '../list/test-rows.ts';
import { Page } from './board-page.tsx';

const chief = { id: 5, role_key: 'CHIEF', group_type: 'tech_center', level: 3 } as const;
const mori = { id: 11, name: 'Mori Kaede' };
const saito = { id: 12, name: '斎藤 蓮' };

const person = (of: { id: number; name: string }, part: Partial<BoardPerson> = {}): BoardPerson => ({
  ...of,
  role_key: 'TECHNICIAN',
  team: null,
  here: false,
  doing: null,
  load: { count: 0, due: 0, overdue: 0 },
  capacity: 8,
  items: [],
  ...part,
});

const startedAt = '2026-11-20T05:00:00.000Z';

const board: Board = {
  at: '2026-11-20T05:12:00.000Z',
  due_until: '2026-11-20T15:00:00.000Z',
  teams: [],
  total: { count: 2, due: 1, overdue: 1 },
  to_check: 0,
  waiting: {
    load: { count: 1, due: 0, overdue: 0 },
    items: [exampleRow({ case_id: 5344, actions: ['assign'] })],
  },
  people: [
    person(mori, {
      here: true,
      doing: { kind: 'acted', action: 'start', case_id: 5102, hn_id: 'HN26K05102', at: startedAt },
      load: { count: 9, due: 1, overdue: 1 },
      items: [exampleRow({ case_id: 5102, status: 'start', technician: mori, actions: ['reassign'] })],
    }),
    person(saito),
  ],
};

const people = [
  { ...mori, role_key: 'TECHNICIAN', open_cases: 9 },
  { ...saito, role_key: 'TECHNICIAN', open_cases: 0 },
];

const shared: ShareOut = {
  items: [
    { case: exampleRow({ case_id: 5344, actions: ['assign'] }), technician: saito },
    { case: exampleRow({ case_id: 5345, actions: ['assign'] }), technician: mori },
  ],
  later: 2,
  full: 3,
  team_full: 0,
};

async function show(language: 'en' | 'ko', proposed = shared) {
  signedInAs({ user_role: chief });
  const calls = answerCalls(({ path }) => {
    if (path.includes('work/board')) return Response.json(board);
    if (path.includes('work/share-out')) return Response.json(proposed);
    if (path.includes('work/capacity')) return Response.json({ ok: true });
    if (path.includes('user/technicians')) return Response.json({ items: people });
    return Response.json({ case_id: 5344, version: 2, status: 'assigned' });
  });
  const page = (
    <>
      <Page />
      <DialogHost />
    </>
  );
  const user = await showIn(language, atAddress('/board', page));
  const sent = () => calls.filter(({ body }) => body !== null);
  return { user, sent };
}

const tileOf = (hn_id: string): HTMLElement => {
  const tile = screen.getByRole('link', { name: hn_id }).closest('li');
  if (tile === null) throw new Error(`no tile of ${hn_id}`);
  return tile;
};

function drag(tile: HTMLElement, to: HTMLElement): void {
  const dataTransfer = { setData: () => undefined, effectAllowed: '', dropEffect: '' };
  fireEvent.dragStart(tile, { dataTransfer });
  fireEvent.dragOver(to, { dataTransfer });
  fireEvent.drop(to, { dataTransfer });
}

test.each([
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const)('$language: each user has load, presence and last action; the rest is a link', async (one) => {
  await show(one.language);
  const column = await screen.findByRole('region', { name: mori.name });
  expect(column.textContent).toContain(one.words.here);
  expect(column.textContent).toContain(one.words['person.overdue'].replace('{{count}}', '1'));
  expect(column.textContent).toContain('HN26K05102');
  const more = one.words.more_other.replace('{{count}}', '8');
  const rest = within(column).getByRole('link', { name: more });
  expect(decodeURIComponent(rest.getAttribute('href') ?? '')).toMatch(/technician_id=\[?11/);
  const idle = screen.getByRole('region', { name: saito.name });
  expect(idle.textContent).toContain(one.words.away);
  expect(idle.textContent).toContain(one.words['person.none']);
});

test('a waiting case dropped on a user is assigned at once', async () => {
  const { sent } = await show('en');
  const column = await screen.findByRole('region', { name: saito.name });
  drag(tileOf('HN26K05344'), column);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.path).toContain('case/case/5344/assign');
  expect(sent()[0]?.body).toEqual({ version: 1, technician_id: saito.id });
});

test('an assigned case dropped on another user asks for the reason, with the user chosen', async () => {
  const { user, sent } = await show('en');
  const column = await screen.findByRole('region', { name: saito.name });
  drag(tileOf('HN26K05102'), column);
  const dialog = await screen.findByRole('dialog');
  const chosen = await within(dialog).findByRole('radio', { name: new RegExp(saito.name) });
  expect(chosen).toHaveProperty('checked', true);
  expect(sent()).toHaveLength(0);
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'On leave');
  await user.click(within(dialog).getByRole('button', { name: 'Reassign' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.path).toContain('case/case/5102/reassign');
  expect(sent()[0]?.body).toMatchObject({ technician_id: saito.id, comment: 'On leave' });
});

test('the menu does the same without a drag', async () => {
  const { user, sent } = await show('en');
  await screen.findByRole('region', { name: saito.name });
  await user.click(within(tileOf('HN26K05344')).getByRole('button', { name: /Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Assign' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('radio', { name: new RegExp(saito.name) }));
  await user.click(within(dialog).getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ version: 1, technician_id: saito.id });
});

test('a case dropped where it is stays, and nothing is sent', async () => {
  const { sent } = await show('en');
  const column = await screen.findByRole('region', { name: mori.name });
  drag(tileOf('HN26K05102'), column);
  // The next drop sends its request after any request of the first one.
  drag(tileOf('HN26K05344'), screen.getByRole('region', { name: saito.name }));
  await waitFor(() => expect(sent().length).toBeGreaterThan(0));
  expect(sent().map(({ path }) => path)).toEqual([expect.stringContaining('case/case/5344/assign')]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('waiting cases are first proposed; only ticked ones are assigned, each by its own action', async () => {
  const { user, sent } = await show('en');
  await user.click(await screen.findByRole('button', { name: 'Distribute cases' }));
  const dialog = await screen.findByRole('dialog', { name: 'Distribute unassigned cases' });
  const [first, second] = await within(dialog).findAllByRole('checkbox');
  if (first === undefined || second === undefined) throw new Error('no rows');
  expect(dialog.textContent).toContain('3 cases remain unassigned: nobody has free capacity');
  expect(dialog.textContent).toContain('2 more can be distributed after these');
  expect(dialog.textContent).not.toContain('share');
  expect(sent()).toHaveLength(0);
  await user.click(first);
  await user.click(within(dialog).getByRole('button', { name: 'Assign 1' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().map(({ path, body }) => [path.includes('case/case/5345/assign'), body])).toEqual([
    [true, { version: 1, technician_id: mori.id }],
  ]);
});

test('ko: without free capacity nothing can be assigned, and the dialog says how many stay and why', async () => {
  const { user, sent } = await show('ko', { items: [], later: 0, full: 4, team_full: 1 });
  await user.click(await screen.findByRole('button', { name: ko.share }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(ko['share.full_other'].replace('{{count}}', '4'));
  within(dialog).getByText(ko['share.team_full_other'].replace('{{count}}', '1'));
  within(dialog).getByText(ko['share.none']);
  expect(within(dialog).getAllByRole('button')).toHaveLength(1);
  expect(sent()).toHaveLength(0);
});

test('the capacity of a user is shown with their open cases, and set by users who assign cases', async () => {
  const { user, sent } = await show('en');
  await user.click(await screen.findByRole('button', { name: /^9 \/ 8: capacity 9 of 8/ }));
  const dialog = await screen.findByRole('alertdialog');
  const field = within(dialog).getByRole('textbox', { name: /^Capacity/ });
  await user.clear(field);
  await user.type(field, '10');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ user_id: mori.id, capacity: 10 });
});
