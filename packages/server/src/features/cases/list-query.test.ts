import { caseSorts, caseViews } from '@rhythmdesk/contract/cases';
import { caseStatuses } from '@rhythmdesk/domain/case/status';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { listCases } from './case-list.ts';
import { countViews } from './count-views.ts';
import { act, caseWorld, now, readyCase } from './test-cases.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const { doctor, technician, chief, otherDoctor } = world;
const names = [
  ['田中', '洋子'],
  ['김', '지훈'],
  ['王', '芳'],
  ['Whitcombe', 'Thomas'],
  ['高橋', '久美子'],
] as const;

for (const [index, [patient_last_name, patient_first_name]] of names.entries()) {
  const by = index % 2 === 0 ? doctor : otherDoctor;
  const id = await readyCase(db, by, `HN26L0000${String(index)}`, {
    patient_last_name,
    patient_first_name,
    patient_id: `00${String(index)}77`,
  });
  if (index > 0) await act(db, by, id, 'request');
  if (index > 2) await act(db, technician, id, 'assign-to-me');
}

const period = { from_time: '2026-11-01', to_time: '2026-11-30' };
const base = { page: 1, size: 50, view: 'all', sort: 'report_due_date', ...period } as const;
const found = async (caller: typeof chief, q: string) => {
  const { items, total } = await listCases(db, caller, { ...base, q }, { language: 'en', now });
  expect(items).toHaveLength(total);
  return items.map(({ hn_id }) => hn_id).sort();
};

test('any part of a name is found in Japanese, Korean, Chinese and English, from one character on', async () => {
  expect(await found(chief, '김')).toEqual(['HN26L00001']);
  expect(await found(chief, '지훈')).toEqual(['HN26L00001']);
  expect(await found(chief, '美')).toEqual(['HN26L00004']);
  expect(await found(chief, '田中 洋子')).toEqual(['HN26L00000']);
  expect(await found(chief, '王芳')).toEqual(['HN26L00002']);
  expect(await found(chief, 'thomas whit')).toEqual(['HN26L00003']);
  expect(await found(chief, '한빛')).toEqual(['HN26L00001', 'HN26L00003']);
  expect(await found(chief, '0377')).toEqual(['HN26L00003']);
  expect(await found(chief, '%')).toEqual([]);
});

test('a complete HN ID is found outside the period too', async () => {
  const { items } = await listCases(
    db,
    chief,
    { page: 1, size: 10, view: 'all', sort: 'hn_id', q: 'hn-26-l00002' },
    { language: 'en', now },
  );
  expect(items.map(({ hn_id }) => hn_id)).toEqual(['HN26L00002']);
});

test('a technician finds no name of the pool and sees it masked', async () => {
  expect(await found(technician, '王芳')).toEqual([]);
  expect(await found(technician, 'whit')).toEqual(['HN26L00003']);
  const { items } = await listCases(
    db,
    technician,
    { ...base, hn_id: 'HN26L00002' },
    { language: 'en', now },
  );
  expect(items[0]).toMatchObject({ masked: true, birth_date: null, patient_last_name: '王＊＊' });
  const byName = listCases(db, technician, { ...base, sort: 'patient_name' }, { language: 'en', now });
  await expect(byName).rejects.toThrow(Refusal);
});

test('a period is required, and limited', async () => {
  const { from_time, ...without } = base;
  await expect(listCases(db, chief, without, { language: 'en', now })).rejects.toThrow(
    'input/period-missing',
  );
  await expect(
    listCases(db, chief, { ...base, from_time: '2026-01-01' }, { language: 'en', now }),
  ).rejects.toThrow('input/period-too-long');
  expect(from_time).toBe('2026-11-01');
});

test('pages contain every row once, for every sort key, both ways', async () => {
  const keys = caseSorts.flatMap((key) => [key, `-${key}` as const]);
  const arbitrary = fc.record({ sort: fc.constantFrom(...keys), size: fc.integer({ min: 1, max: 4 }) });
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ sort, size }) => {
      const all = (await listCases(db, chief, { ...base, sort }, { language: 'en', now })).items.map(
        ({ case_id }) => case_id,
      );
      const cut: number[] = [];
      for (let page = 1; cut.length < all.length; page += 1) {
        const { items } = await listCases(db, chief, { ...base, sort, size, page }, { language: 'en', now });
        expect(items.length).toBeGreaterThan(0);
        cut.push(...items.map(({ case_id }) => case_id));
      }
      expect(cut).toEqual(all);
      expect(new Set(all).size).toBe(5);
    }),
    { numRuns: 40 },
  );
});

test('each view has as many rows as its tab says', async () => {
  await db
    .update(cases)
    .set({ report_due_date: sql`now() - interval '1 hour'` })
    .where(sql`${cases.status} = 'request'`);
  for (const caller of [doctor, technician, chief]) {
    const { counts, open } = await countViews(db, caller, undefined);
    for (const view of caseViews) {
      const { total } = await listCases(db, caller, { ...base, view }, { language: 'en', now });
      expect([view, total]).toEqual([view, counts[view]]);
    }
    const status = caseStatuses.filter((one) => one !== 'complete');
    const { total } = await listCases(
      db,
      caller,
      { ...base, status, closed: false },
      { language: 'en', now },
    );
    expect(open).toBe(total);
  }
});
