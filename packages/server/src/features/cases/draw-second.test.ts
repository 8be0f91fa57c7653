/**
 * Tests which second readings are selected when a case completes: by its number, its center's share and what there is
 * to read.
 */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { analyses } from '../../platform/db/schema/analysis.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { secondReadings } from '../../platform/db/schema/second-readings.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { adoptReport } from './case-files.ts';
import { act, caseWorld, codeOf, now, readyCase, versionOf } from './test-cases.ts';

const { db } = await testDatabase();
const { center, doctor, technician } = await caseWorld(db);

const share = (second_reading_share: number | null) =>
  db.update(userGroups).set({ second_reading_share }).where(eq(userGroups.id, center));
beforeEach(() => share(20));

let serial = 0;
/** Returns a case in review, analysed by default. */
async function reviewed(isAnalysed = true): Promise<number> {
  const case_id = await readyCase(db, doctor, `HN38${String((serial += 1)).padStart(6, '0')}`);
  await act(db, doctor, case_id, 'request');
  await act(db, technician, case_id, 'assign-to-me');
  await act(db, technician, case_id, 'start');
  const version = await versionOf(db, case_id);
  await transact(db, (tx) =>
    adoptReport(tx, { case_id, version }, { caller: technician, request_id: 'test', now }),
  );
  await act(db, technician, case_id, 'review-request');
  const found = { state: 'done', engine_version: 'test', criteria: defaultCriteria, summary: {} };
  if (isAnalysed)
    await db
      .insert(analyses)
      .values({ case_id, analysis_version: 1, ...found, beats_sha256: 'b'.repeat(64) });
  return case_id;
}

const complete = (case_id: number, chance: number) => act(db, technician, case_id, 'complete', { chance });
const drawnOf = (case_id: number) =>
  db.select().from(secondReadings).where(eq(secondReadings.case_id, case_id));

test('a number below the share selects a case, one at the share does not, and none without a share', async () => {
  const [below, at, unrequested] = await Promise.all([reviewed(), reviewed(), reviewed()]);
  await complete(below, 0.199);
  await complete(at, 0.2);
  await share(null);
  await complete(unrequested, 0);
  expect(await Promise.all([below, at, unrequested].map(async (id) => (await drawnOf(id)).length))).toEqual([
    1, 0, 0,
  ]);
  expect(await drawnOf(below)).toMatchObject([
    { center_id: center, share: 20, first_reader_id: technician.id, first_sequence: 0, reader_id: null },
  ]);
});

test('a case completed several times at once is selected once, and not when refused', async () => {
  const case_id = await reviewed();
  const version = await versionOf(db, case_id);
  const again = () => codeOf(act(db, technician, case_id, 'complete', { chance: 0, version }));
  const answers = await Promise.all([again(), again(), again()]);
  expect(answers.filter((code) => code === 'done')).toHaveLength(1);
  expect(await drawnOf(case_id)).toHaveLength(1);
  const other = await reviewed();
  expect(await codeOf(act(db, doctor, other, 'complete', { chance: 0 }))).not.toBe('done');
  expect(await drawnOf(other)).toEqual([]);
});

test('without an analysis or without a signal nothing is selected', async () => {
  const [bare, purged] = [await reviewed(false), await reviewed()];
  await db.update(recordings).set({ purged_at: now }).where(eq(recordings.case_id, purged));
  for (const case_id of [bare, purged]) {
    await complete(case_id, 0);
    expect(await drawnOf(case_id)).toEqual([]);
  }
});

test('a correction selects nothing again', async () => {
  const case_id = await reviewed();
  await complete(case_id, 0.9);
  await act(db, doctor, case_id, 'request-editing', { comment: 'please look again' });
  await act(db, doctor, case_id, 'cancel-editing', { chance: 0 });
  expect(await drawnOf(case_id)).toEqual([]);
});
