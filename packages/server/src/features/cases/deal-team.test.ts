/**
 * Tests that requests are assigned to the center's teams by ratio, however many come at once; who may take which;
 * changes of a team.
 */
import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { cases, centerDealings } from '../../platform/db/schema/cases.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import { actOnMany } from './act-many.ts';
import { listCases, nextCase } from './case-list.ts';
import { readHistory } from './talk.ts';
import { act, addCaller, addGroup, caseWorld, codeOf, now, readyCase, versionOf } from './test-cases.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const { center, team: first, doctor, technician, technician2, chief } = world;
const second = await addGroup(db, { type: 'team', name: 'Second', tech_center_id: center });
const inSecond = await addCaller(db, 'inSecond', 'TECHNICIAN', second);

let made = 0;
const ready = (): Promise<number> => {
  made += 1;
  return readyCase(db, doctor, `HN26T${String(made).padStart(5, '0')}`);
};
const requested = async (): Promise<number> => {
  const id = await ready();
  await act(db, doctor, id, 'request');
  return id;
};

async function setRatios(ratios: Readonly<Record<number, number | null>>): Promise<void> {
  for (const [id, analysis_ratio] of Object.entries(ratios))
    await db
      .update(userGroups)
      .set({ analysis_ratio })
      .where(eq(userGroups.id, Number(id)));
}

const setTakesOthers = (takes_others_share: boolean) =>
  db.update(userGroups).set({ takes_others_share }).where(eq(userGroups.id, center));

async function teamOf(case_id: number): Promise<number | null> {
  const [row] = await db.select({ team_id: cases.team_id }).from(cases).where(eq(cases.case_id, case_id));
  return row?.team_id ?? null;
}

const putInto = (case_id: number, team_id: number | null) =>
  db.update(cases).set({ team_id }).where(eq(cases.case_id, case_id));

/** Closes all cases that earlier tests requested. */
const emptyPool = () =>
  db
    .update(cases)
    .set({ closed_at: now, close_reason: 'test' })
    .where(and(eq(cases.tech_center_id, center), eq(cases.status, 'request')));

beforeEach(async () => {
  await emptyPool();
  await db.delete(centerDealings);
  await setRatios({ [first]: 60, [second]: 40 });
  await setTakesOthers(true);
});

test('twenty requests at one moment are distributed like twenty in a row', async () => {
  const ids: number[] = [];
  for (let at = 0; at < 20; at += 1) ids.push(await ready());
  await Promise.all(ids.map((id) => act(db, doctor, id, 'request')));
  const rows = await db.select().from(cases).where(inArray(cases.case_id, ids));
  expect(rows.filter(({ team_id }) => team_id === first)).toHaveLength(12);
  expect(rows.filter(({ team_id }) => team_id === second)).toHaveLength(8);
  const [dealing] = await db.select().from(centerDealings).where(eq(centerDealings.center_id, center));
  expect(dealing?.shares).toEqual([
    { team_id: first, ratio: 60, dealt: 12 },
    { team_id: second, ratio: 40, dealt: 8 },
  ]);
});

test('single and multiple requests neither deadlock nor break the ratio', async () => {
  const ids: number[] = [];
  for (let at = 0; at < 20; at += 1) ids.push(await ready());
  const context = {
    caller: doctor,
    request_id: 'test',
    now,
    billing_time_zone: 'Asia/Seoul',
    chance: 0,
    password: 'absent',
  } as const;
  const bulk = (some: readonly number[]) =>
    transact(db, async (tx) =>
      actOnMany(
        tx,
        { action: 'request', cases: some.map((case_id) => ({ case_id, version: 1 })), needs: {} },
        context,
        'en',
      ),
    );
  const results = await Promise.all([
    bulk(ids.slice(0, 6)),
    bulk(ids.slice(6, 12).toReversed()),
    ...ids.slice(12).map((id) => act(db, doctor, id, 'request')),
  ]);
  expect(results).toHaveLength(10);
  const rows = await db.select().from(cases).where(inArray(cases.case_id, ids));
  expect(rows.every(({ status }) => status === 'request')).toBe(true);
  expect(rows.filter(({ team_id }) => team_id === first)).toHaveLength(12);
});

test('a refused request takes no turn', async () => {
  const id = await ready();
  expect(await codeOf(act(db, doctor, id, 'request', { version: 7 }))).toBe('case/stale-version');
  expect(await db.select().from(centerDealings).where(eq(centerDealings.center_id, center))).toEqual([]);
  await act(db, doctor, id, 'request');
  expect(await teamOf(id)).toBe(first);
});

test('a team without a ratio gets none; if no team has one, a case belongs to no team', async () => {
  await setRatios({ [first]: 0, [second]: 40 });
  expect([await teamOf(await requested()), await teamOf(await requested())]).toEqual([second, second]);
  await setRatios({ [first]: 0, [second]: null });
  expect(await teamOf(await requested())).toBeNull();
});

test('a change of ratio restarts the count, and a deleted team gets nothing more', async () => {
  await requested();
  await setRatios({ [first]: 30, [second]: 70 });
  expect(await teamOf(await requested())).toBe(second);
  const [dealing] = await db.select().from(centerDealings).where(eq(centerDealings.center_id, center));
  expect(dealing?.shares).toEqual([
    { team_id: first, ratio: 30, dealt: 0 },
    { team_id: second, ratio: 70, dealt: 1 },
  ]);
  const third = await addGroup(db, {
    type: 'team',
    name: 'Third',
    tech_center_id: center,
    analysis_ratio: 100,
    deleted_at: now,
  });
  const teams = [await teamOf(await requested()), await teamOf(await requested())];
  expect(teams).not.toContain(third);
});

test('a case that is requested again keeps its team, while the team takes a share', async () => {
  const id = await requested();
  expect(await teamOf(id)).toBe(first);
  await act(db, doctor, id, 'cancel-request');
  await act(db, doctor, id, 'request');
  expect(await teamOf(id)).toBe(first);
  const [dealing] = await db.select().from(centerDealings).where(eq(centerDealings.center_id, center));
  expect(dealing?.shares).toMatchObject([{ dealt: 1 }, { dealt: 0 }]);
  await act(db, doctor, id, 'cancel-request');
  await setRatios({ [first]: 0, [second]: 40 });
  await act(db, doctor, id, 'request');
  expect(await teamOf(id)).toBe(second);
});

test('a technician takes the own share first, another team’s when it is empty and the center allows it', async () => {
  const [own, others] = [await requested(), await requested()];
  expect([await teamOf(own), await teamOf(others)]).toEqual([first, second]);
  expect(await codeOf(act(db, technician, others, 'assign-to-me'))).toBe('case/own-share-first');
  await act(db, technician, own, 'assign-to-me');
  await setTakesOthers(false);
  expect(await codeOf(act(db, technician, others, 'assign-to-me'))).toBe('case/others-share');
  await setTakesOthers(true);
  await act(db, technician, others, 'assign-to-me');
  expect(await teamOf(others)).toBe(second);
});

test('the next case is of the own share, then of no team, then of others if allowed', async () => {
  const [urgent, own] = [await readyCase(db, doctor, 'HN26TURGENT', { priority: 'urgent' }), await ready()];
  await act(db, doctor, urgent, 'request');
  await act(db, doctor, own, 'request');
  await putInto(urgent, second);
  await putInto(own, first);
  const next = async (caller: typeof technician) => (await nextCase(db, caller)).case_id;
  expect([await next(technician), await next(inSecond), await next(technician2)]).toEqual([
    own,
    urgent,
    urgent,
  ]);
  await putInto(own, null);
  expect(await next(technician)).toBe(own);
  await act(db, technician, own, 'assign-to-me');
  expect(await next(technician)).toBe(urgent);
  await setTakesOthers(false);
  expect(await next(technician)).toBeNull();
  expect(await next(inSecond)).toBe(urgent);
});

test('the pool shows a technician of a team the own share first, in any order, and everybody else by the order', async () => {
  const ids = [await requested(), await requested(), await requested(), await requested()];
  for (const [at, id] of ids.entries()) await putInto(id, at % 2 === 0 ? second : first);
  const listed = async (caller: typeof technician, sort: 'hn_id' | '-hn_id') => {
    const query = { view: 'unassigned', sort, page: 1, size: 100 } as const;
    const { items, total } = await listCases(db, caller, query, { language: 'en', now });
    expect(total).toBe(4);
    return items.map(({ case_id }) => ids.indexOf(case_id));
  };
  expect(await listed(technician, 'hn_id')).toEqual([1, 3, 0, 2]);
  expect(await listed(technician, '-hn_id')).toEqual([3, 1, 2, 0]);
  expect(await listed(chief, 'hn_id')).toEqual([0, 1, 2, 3]);
  expect(await listed(technician2, '-hn_id')).toEqual([3, 2, 1, 0]);
});

test('a list can be limited to a team, and shows the team to the center but not to the hospital', async () => {
  const id = await requested();
  await putInto(id, second);
  const period = { from_time: '2026-10-01', to_time: '2026-11-30' };
  const query = { view: 'all', sort: 'hn_id', page: 1, size: 100, ...period } as const;
  const { items } = await listCases(
    db,
    chief,
    { ...query, team_id: [second], case_id: id },
    { language: 'en', now },
  );
  expect(items).toMatchObject([{ case_id: id, team: { id: second, name: 'Second' } }]);
  const none = await listCases(
    db,
    chief,
    { ...query, team_id: [first], case_id: id },
    { language: 'en', now },
  );
  expect(none.items).toEqual([]);
  expect(
    (await listCases(db, doctor, { ...query, case_id: id }, { language: 'en', now })).items,
  ).toMatchObject([{ team: null }]);
  expect(await codeOf(listCases(db, doctor, { ...query, team_id: [second] }, { language: 'en', now }))).toBe(
    'input/masked-field',
  );
});

test('a chief moves a case to another team or to none: one version, one row of history, the team is notified', async () => {
  const id = await requested();
  const version = await versionOf(db, id);
  await act(db, chief, id, 'change-team', { team_id: second });
  expect([await teamOf(id), await versionOf(db, id)]).toEqual([second, version + 1]);
  const { items } = await readHistory(db, chief, id);
  expect(items.at(-1)).toMatchObject({ action: 'change-team', description: 'Second', status: 'request' });
  const notified = await db
    .select({ user_id: notifications.user_id })
    .from(notifications)
    .where(and(eq(notifications.patch_id, id), eq(notifications.code, 'share-given')));
  expect(notified).toEqual([{ user_id: inSecond.id }]);
  await act(db, chief, id, 'change-team', { team_id: null });
  expect(await teamOf(id)).toBeNull();
  const foreign = await addGroup(db, { type: 'tech_center', name: 'Foreign' });
  const theirs = await addGroup(db, { type: 'team', name: 'Theirs', tech_center_id: foreign });
  expect(await codeOf(act(db, chief, id, 'change-team', { team_id: theirs }))).toBe('case/team-unfit');
  expect(await codeOf(act(db, technician, id, 'change-team', { team_id: second }))).toBe('auth/role-never');
});

test('of twenty simultaneous changes of one case one succeeds', async () => {
  const id = await requested();
  const version = await versionOf(db, id);
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      codeOf(act(db, chief, id, 'change-team', { team_id: at % 2 === 0 ? second : null, version })),
    ),
  );
  expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(['done', 'case/stale-version']));
});
