import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { adoptReport } from './case-files.ts';
import { listCases } from './case-list.ts';
import { readDay } from './read-day.ts';
import { act, addCaller, caseWorld, now, readyCase, versionOf } from './test-cases.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const inZone = (caller: Caller, time_zone: string): Caller => ({
  ...caller,
  user_group: { ...caller.user_group, time_zone },
});
const { doctor, chief } = world;
const technician = inZone(world.technician, 'Asia/Tokyo');

async function taken(hn_id: string, fields: object = {}): Promise<number> {
  const id = await readyCase(db, doctor, hn_id, fields);
  await act(db, doctor, id, 'request');
  await act(db, technician, id, 'assign-to-me');
  return id;
}

async function inReview(hn_id: string): Promise<number> {
  const id = await taken(hn_id);
  await act(db, technician, id, 'start');
  const version = await versionOf(db, id);
  await transact(db, (tx) =>
    adoptReport(tx, { case_id: id, version }, { caller: technician, request_id: 'test', now }),
  );
  await act(db, technician, id, 'review-request');
  return id;
}

let returned: number;
let urgent: number;
let later: number;
let completed: number;

beforeAll(async () => {
  later = await taken('HN26K00201');
  urgent = await taken('HN26K00202', { priority: 'urgent' });
  returned = await inReview('HN26K00203');
  await act(db, technician, returned, 'request-verification', { confirmer_id: chief.id });
  await act(db, chief, returned, 'return', { comment: 'Name the lead.' });
  completed = await inReview('HN26K00204');
  await act(db, technician, completed, 'complete');
  await act(db, doctor, await readyCase(db, doctor, 'HN26K00205'), 'request');
});

/** The day after, in Tokyo: the urgent case is due at 18:00. */
const nextDay = new Date('2026-11-21T00:30:00Z');

test('own cases are in the group of their next step, with who returned them and why', async () => {
  const { items, counts, today, due_until } = await readDay(db, technician, nextDay);
  expect([today, due_until]).toEqual(['2026-11-21', '2026-11-21T15:00:00.000Z']);
  expect(items.map(({ case_id, group }) => [case_id, group])).toEqual([
    [returned, 'returned'],
    [urgent, 'due'],
    [later, 'later'],
  ]);
  expect(items[0]?.handback).toMatchObject({
    action: 'return',
    by: { name: 'chief' },
    comment: 'Name the lead.',
  });
  expect(items[1]?.next_step).toEqual({ kind: 'act', action: 'start' });
  expect(counts).toEqual({ mine: 3, due: 1, returned: 1, done: 0, waiting: 1, waiting_urgent: 0 });
});

test('cases done today end with the day of the own time zone', async () => {
  const before = await readDay(db, technician, new Date('2026-11-20T14:59:00Z'));
  expect(before.items.filter(({ group }) => group === 'done').map(({ case_id }) => case_id)).toEqual([
    completed,
  ]);
  expect(before.counts.done).toBe(1);
  expect((await readDay(db, technician, new Date('2026-11-20T15:00:00Z'))).counts.done).toBe(0);
  const west = await readDay(db, inZone(technician, 'America/Los_Angeles'), nextDay);
  expect([west.today, west.counts.done]).toEqual(['2026-11-20', 1]);
});

test('every count is the total of the list that it opens', async () => {
  const { counts, due_until } = await readDay(db, technician, nextDay);
  const total = async (filter: object): Promise<number> => {
    const ask = { page: 1, size: 100, sort: 'report_due_date', view: 'mine', ...filter } as const;
    return (await listCases(db, technician, ask, { language: 'en', now: nextDay })).total;
  };
  expect(await total({})).toBe(counts.mine);
  expect(await total({ due_until })).toBe(counts.due);
  expect(await total({ handed_back: true })).toBe(counts.returned);
  expect(await total({ handed_back: false })).toBe(counts.mine - counts.returned);
  expect(await total({ view: 'unassigned' })).toBe(counts.waiting);
  const { counts: then } = await readDay(db, technician, now);
  const done = { step: 'complete', step_from: '2026-11-20', step_to: '2026-11-20' };
  expect(await total({ view: 'all', technician_id: [technician.id], ...done })).toBe(then.done);
});

test('the pace counts only own completed cases and their recordings', async () => {
  const { pace } = await readDay(db, technician, nextDay);
  expect(pace.days).toHaveLength(15);
  expect(pace.days.filter(({ cases }) => cases > 0)).toEqual([{ day: '2026-11-20', cases: 1, minutes: 30 }]);
  const { pace: others } = await readDay(db, chief, nextDay);
  expect(others.days.every(({ cases }) => cases === 0)).toBe(true);
});

test('a chief finds cases that wait for the own verification; a colleague does not', async () => {
  const awaiting = await inReview('HN26K00206');
  await act(db, technician, awaiting, 'request-verification', { confirmer_id: chief.id });
  const { items } = await readDay(db, chief, nextDay);
  expect(items.map(({ case_id, next_step }) => [case_id, next_step])).toEqual([
    [awaiting, { kind: 'act', action: 'verify' }],
  ]);
  const colleague = await addCaller(db, 'daycolleague', 'TECHNICIAN', world.center);
  expect((await readDay(db, colleague, nextDay)).items).toEqual([]);
});
