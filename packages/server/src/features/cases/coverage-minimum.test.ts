/** Tests the coverage that a center requires before a case is reviewed; the recordings here have thirty minutes. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../platform/db/test-database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { readingCoverage } from '../../platform/db/schema/reading.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readCaseRecord } from '../../records/cases/case-record.ts';
import { adoptReport } from './case-files.ts';
import { act, caseWorld, codeOf, now, readyCase, versionOf } from './test-cases.ts';

const { db } = await testDatabase();
const { center, doctor, technician, chief } = await caseWorld(db);

const ask = (coverage_minimum: number | null) =>
  db.update(userGroups).set({ coverage_minimum }).where(eq(userGroups.id, center));

async function look(case_id: number, { id }: Caller, minutes: string): Promise<void> {
  const row = { case_id, user_id: id, minutes, updated_at: now };
  await db
    .insert(readingCoverage)
    .values(row)
    .onConflictDoUpdate({ target: [readingCoverage.case_id, readingCoverage.user_id], set: { minutes } });
}

let count = 0;
/** Returns a case in analysis with its report. */
async function read(): Promise<number> {
  const case_id = await readyCase(db, doctor, `HN26C0000${String((count += 1))}`);
  await act(db, doctor, case_id, 'request');
  await act(db, technician, case_id, 'assign-to-me');
  await act(db, technician, case_id, 'start');
  const version = await versionOf(db, case_id);
  await transact(db, (tx) =>
    adoptReport(tx, { case_id, version }, { caller: technician, request_id: 'test', now }),
  );
  return case_id;
}

async function refusalOf(attempt: Promise<unknown>) {
  const fault: unknown = await attempt.catch((thrown: unknown) => thrown);
  return fault instanceof Refusal ? { code: fault.code, figures: fault.detail.figures } : fault;
}

beforeEach(() => ask(80));

test('below the minimum the review is refused with both shares, at the minimum it is accepted, whoever saw it', async () => {
  const case_id = await read();
  const review = () => act(db, technician, case_id, 'review-request');
  const short = (seen_percent: number) => ({
    code: 'case/coverage-short',
    figures: { seen_percent, asked_percent: 80 },
  });
  expect(await refusalOf(review())).toEqual(short(0));
  await look(case_id, technician, '{[0,10),[12,20)}');
  expect(await refusalOf(review())).toEqual(short(60));
  // Minutes that both viewed count once: 23 of 30 minutes, then 24.
  await look(case_id, chief, '{[15,25)}');
  expect(await refusalOf(review())).toEqual(short(76));
  await look(case_id, chief, '{[15,26)}');
  expect(await review()).toMatchObject({ status: 'review' });
});

test('a request for verification follows the same rule', async () => {
  const case_id = await read();
  await look(case_id, technician, '{[0,24)}');
  await act(db, technician, case_id, 'review-request');
  await ask(81);
  const verification = () => act(db, technician, case_id, 'request-verification', { confirmer_id: chief.id });
  expect(await refusalOf(verification())).toEqual({
    code: 'case/coverage-short',
    figures: { seen_percent: 80, asked_percent: 81 },
  });
  await ask(80);
  expect(await verification()).toMatchObject({ status: 'review' });
});

test('nothing is required without a minimum, for a purged recording, before the reading or for a closed case', async () => {
  const case_id = await read();
  const shortOf = async () => (await readCaseRecord(db, case_id))?.facts.coverage_short;
  expect(await shortOf()).toEqual({ seen_percent: 0, asked_percent: 80 });
  const became = (change: Partial<typeof cases.$inferInsert>) =>
    db.update(cases).set(change).where(eq(cases.case_id, case_id));
  for (const [change, back] of [
    [{ status: 'assigned' }, { status: 'start' }],
    [
      { closed_at: now, close_reason: 'twice uploaded' },
      { closed_at: null, close_reason: null },
    ],
  ]) {
    await became(change ?? {});
    expect([change, await shortOf()]).toEqual([change, null]);
    await became(back ?? {});
  }
  await ask(null);
  expect(await shortOf()).toBeNull();
  await ask(100);
  await db.update(recordings).set({ purged_at: now }).where(eq(recordings.case_id, case_id));
  expect(await shortOf()).toBeNull();
  expect(await codeOf(act(db, technician, case_id, 'review-request'))).toBe('done');
});
