import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../platform/db/test-database.ts';
import { sessions } from '../../platform/db/schema/people.ts';
import { readingEditLocks } from '../../platform/db/schema/reading.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { listCases } from './case-list.ts';
import { readBoard } from './read-board.ts';
import { act, addCaller, addGroup, caseWorld, codeOf, now, readyCase } from './test-cases.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const { doctor, technician, technician2, chief, team } = world;

/** A day after the requests: the urgent case is an hour late. */
const later = new Date(now.getTime() + 25 * 3_600_000);
let waiting: number;
let late: number;
let read: number;

async function requested(hn_id: string, fields: object = {}): Promise<number> {
  const id = await readyCase(db, doctor, hn_id, fields);
  await act(db, doctor, id, 'request');
  return id;
}

beforeAll(async () => {
  waiting = await requested('HN26K00301');
  late = await requested('HN26K00302', { priority: 'urgent' });
  await act(db, chief, late, 'assign', { technician_id: technician.id });
  read = await requested('HN26K00303');
  await act(db, chief, read, 'assign', { technician_id: technician.id });
  await act(db, technician, read, 'start');
  for (let n = 0; n < 8; n += 1) {
    const id = await requested(`HN26K0031${String(n)}`);
    await act(db, chief, id, 'assign', { technician_id: technician2.id });
  }
  const closed = await requested('HN26K00320');
  await act(db, chief, closed, 'close', { comment: 'Sent twice.' });
});

const person = async (caller: Caller, id: number) =>
  (await readBoard(db, caller, {}, later)).people.find((one) => one.id === id);

test('every possible assignee is on the board with open, due and late cases', async () => {
  const board = await readBoard(db, chief, {}, later);
  expect(board.people.map(({ name }) => name)).toEqual(['chief', 'technician', 'technician2']);
  expect(board.people.map(({ load }) => load.count)).toEqual([0, 2, 8]);
  expect(board.people.map(({ load }) => load.overdue)).toEqual([0, 1, 0]);
  expect(board.people.map(({ team: of }) => of?.id ?? null)).toEqual([null, team, null]);
  expect(board.waiting.items.map(({ case_id }) => case_id)).toEqual([waiting]);
  expect(board.total).toMatchObject({ count: 11, overdue: 1 });
});

test('of many open cases the first by due time are shown, and all are counted', async () => {
  const many = await person(chief, technician2.id);
  expect([many?.items.length, many?.load.count]).toEqual([6, 8]);
  const two = await person(chief, technician.id);
  expect(two?.items.map(({ case_id }) => case_id)).toEqual([late, read]);
  expect(two?.items[0]?.actions).toContain('reassign');
});

test('every count is the total of the list that it opens', async () => {
  const { people, total, waiting: pool, at, due_until } = await readBoard(db, chief, {}, later);
  const listed = async (filter: object): Promise<number> => {
    const ask = { page: 1, size: 100, sort: 'report_due_date', view: 'all', ...filter } as const;
    return (await listCases(db, chief, ask, { language: 'en', now: later })).total;
  };
  for (const { id, load } of people) {
    expect(await listed({ technician_id: [id], waiting_until: at })).toBe(load.count);
    expect(await listed({ technician_id: [id], due_until })).toBe(load.due);
    expect(await listed({ technician_id: [id], due_until: at })).toBe(load.overdue);
  }
  expect(await listed({ view: 'unassigned' })).toBe(pool.load.count);
  expect(await listed({ due_until })).toBe(total.due);
  expect(await listed({ due_until: at })).toBe(total.overdue);
});

test('a user is at the reading whose edit lock they have, otherwise at their last action, with their presence', async () => {
  expect(await person(chief, technician.id)).toMatchObject({
    here: false,
    doing: { kind: 'acted', action: 'start', case_id: read, hn_id: 'HN26K00303' },
  });
  expect((await person(chief, technician2.id))?.doing).toBeNull();
  const page_id = '00000000-0000-4000-8000-000000000001';
  await db.insert(readingEditLocks).values({
    case_id: read,
    user_id: technician.id,
    page_id,
    taken_at: new Date(later.getTime() - 600_000),
    seen_at: new Date(later.getTime() - 10_000),
  });
  await db.insert(sessions).values({
    token_hash: Buffer.alloc(32, 7),
    user_id: technician.id,
    created_at: now,
    last_seen_at: later,
    expires_at: new Date(later.getTime() + 3_600_000),
  });
  expect(await person(chief, technician.id)).toMatchObject({
    here: true,
    doing: { kind: 'reading', case_id: read, since: new Date(later.getTime() - 600_000).toISOString() },
  });
  const gone = new Date(later.getTime() + 120_000);
  const then = (await readBoard(db, chief, {}, gone)).people.find(({ id }) => id === technician.id);
  expect(then?.doing?.kind).toBe('acted');
});

test('a team’s board has its users and its share; another center’s team is not found', async () => {
  const board = await readBoard(db, chief, { team_id: team }, later);
  expect(board.people.map(({ id }) => id)).toEqual([technician.id]);
  expect(board.people[0]?.load.count).toBe(2);
  expect(board.total.count).toBe(0);
  const farCenter = await addGroup(db, { type: 'tech_center', name: 'Far' });
  const farTeam = await addGroup(db, { type: 'team', name: 'Far team', tech_center_id: farCenter });
  expect(await codeOf(readBoard(db, chief, { team_id: farTeam }, later))).toBe('object/not-found');
  const farChief = await addCaller(db, 'farchief', 'CHIEF', farCenter);
  const far = await readBoard(db, farChief, {}, later);
  expect([far.total.count, far.people.map(({ name }) => name)]).toEqual([0, ['farchief']]);
});
