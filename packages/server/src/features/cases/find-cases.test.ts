import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { inScope, rowScopeOf } from '../../platform/db/row-scope.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { findCases } from './find-cases.ts';
import { as, caseWorld, now, readyCase } from './test-cases.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const { doctor, otherDoctor, chief } = world;
const admin = as(chief, 'ADMIN', { group_type: 'admin', tech_center_id: null });
const manager = as(doctor, 'MANAGER');

const fresh = await readyCase(db, doctor, 'HN26F00001', {
  patient_last_name: '田中',
  patient_first_name: '洋子',
  patient_id: 'ZQ77',
});
const old = await readyCase(db, doctor, 'HN26F00002', {
  patient_last_name: '田中',
  patient_first_name: '洋子',
  patient_id: 'ZQ78',
});
await readyCase(db, otherDoctor, 'HN26F00003', { patient_last_name: '김', patient_first_name: '지훈' });
await db
  .update(cases)
  .set({ created_at: new Date('2024-02-01T00:00:00Z') })
  .where(inArray(cases.case_id, [old]));

const found = async (caller: typeof chief, q: string) => {
  const { items } = await inScope(rowScopeOf(caller.actor), () => findCases(db, caller, q, now));
  return items.map(({ case_id }) => case_id);
};

test('the newest come first, of any age, for users who see all and for a group', async () => {
  for (const caller of [admin, manager, doctor]) {
    expect(await found(caller, '田中洋子')).toEqual([fresh, old]);
    expect(await found(caller, '洋')).toEqual([fresh, old]);
    expect(await found(caller, '洋子')).toEqual([fresh, old]);
    expect(await found(caller, 'zq7')).toEqual([fresh, old]);
    expect(await found(caller, 'HN-26-F00002')).toEqual([old]);
    expect(await found(caller, '쿄')).toEqual([]);
  }
});

test('an HN ID is found by its beginning and by any part, also one that could be complete', async () => {
  for (const caller of [admin, manager, doctor]) {
    for (const q of ['HN26F0000', 'hn-26f0000', 'HN26F', '6F0000']) {
      expect([q, (await found(caller, q)).filter((id) => id === fresh || id === old)]).toEqual([
        q,
        [fresh, old],
      ]);
    }
    expect(await found(caller, 'HN26F00001')).toEqual([fresh]);
    expect(await found(caller, 'HN26F00009')).toEqual([]);
  }
});

test('one or two letters or digits, which no index finds, are found in the days of a list', async () => {
  for (const caller of [admin, manager, doctor]) {
    expect(await found(caller, 'zq')).toEqual([fresh]);
    expect(await found(caller, '77')).toEqual([fresh]);
    expect(await found(caller, '78')).toEqual([]);
    const searched = async (q: string) =>
      (await inScope(rowScopeOf(caller.actor), () => findCases(db, caller, q, now))).days;
    expect([await searched('zq'), await searched('zq7'), await searched('洋')]).toEqual([62, null, null]);
  }
});

test('further matches are indicated, for users who see all and for a group', async () => {
  const answerOf = async (caller: typeof chief, q: string) => {
    const { items, more } = await inScope(rowScopeOf(caller.actor), () => findCases(db, caller, q, now));
    return [items.length, more];
  };
  for (let i = 0; i < 9; i += 1) {
    if (i === 8)
      for (const caller of [admin, doctor]) expect(await answerOf(caller, '多田多田')).toEqual([8, false]);
    await readyCase(db, doctor, `HN26F001${String(i)}0`, { patient_last_name: '多田多田' });
  }
  for (const caller of [admin, doctor]) expect(await answerOf(caller, '多田多田')).toEqual([8, true]);
});

test('a group finds nothing of others', async () => {
  expect(await found(admin, '지훈')).toHaveLength(1);
  expect(await found(doctor, '지훈')).toEqual([]);
  expect(await found(manager, '김')).toEqual([]);
});

test('a name is found however it was stored and however it is typed', async () => {
  const stored: [last: string, first: string, ...typed: string[]][] = [
    ['김'.normalize('NFD'), '민지'.normalize('NFD'), '김민지', '김민지'.normalize('NFD'), '민지'],
    ['Müller', 'Jürgen', 'müller', 'Müller'.normalize('NFD'), 'muller', 'MULLER jurgen'],
    ['Işık', 'İbrahim', 'ibrahim', 'ISIK', 'Işık'],
    ['髙橋', '渡', '高橋', '髙橋'],
    ['ﾀﾅｶ', 'ｹﾝｼﾞ', 'タナカ', 'たなか', 'けんじ'],
  ];
  for (const [at, [patient_last_name, patient_first_name, ...typed]] of stored.entries()) {
    const hn_id = `HN26N0000${String(at)}`;
    const patient_id = `Ｎ${String(at)}１２３`;
    const own = await readyCase(db, doctor, hn_id, { patient_last_name, patient_first_name, patient_id });
    for (const q of [...typed, `n${String(at)}123`, hn_id.replace('HN', 'ＨＮ')])
      expect([q, await found(doctor, q)]).toEqual([q, [own]]);
  }
});
