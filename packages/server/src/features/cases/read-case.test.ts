import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { userGroups } from '../../platform/db/schema/people.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { notingDb } from '../../platform/db/test-queries.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { adoptReport } from './case-files.ts';
import { caseDetailFor } from './read-case.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import { act, caseWorld, now, readyCase, versionOf } from './test-cases.ts';

const { db, pool } = await testDatabase();
const { doctor, technician, chief } = await caseWorld(db);

async function completed(hn_id: string): Promise<number> {
  const id = await readyCase(db, doctor, hn_id);
  await act(db, doctor, id, 'request');
  await act(db, technician, id, 'assign-to-me');
  await act(db, technician, id, 'start');
  const version = await versionOf(db, id);
  await transact(db, (tx) =>
    adoptReport(tx, { case_id: id, version }, { caller: technician, request_id: 'test', now }),
  );
  await act(db, technician, id, 'review-request');
  await act(db, technician, id, 'request-verification', { confirmer_id: chief.id });
  await act(db, chief, id, 'verify');
  await act(db, technician, id, 'complete');
  return id;
}

async function detailOf(caller: Caller, case_id: number) {
  const { db: noting, statements } = notingDb(pool);
  const record = await seenCase(noting, caller, case_id, 'case.read');
  return { detail: await caseDetailFor(noting, record, caller, now), statements };
}

test('a case is read in at most three statements and one for hidden results of earlier recordings, and its gaps are not read for counting', async () => {
  const earlier = await readyCase(db, doctor, 'HN26R00001');
  const case_id = await completed('HN26R00002');
  await db
    .update(recordings)
    .set({
      gaps: [
        [0, 10],
        [20, 30],
      ],
      leads: [{ label: 'II' }],
    })
    .where(eq(recordings.case_id, case_id));
  await pool.query(`update cases set recording_start = '2026-10-01' where case_id = $1`, [earlier]);
  const { detail, statements } = await detailOf(technician, case_id);
  expect(statements.length).toBeLessThanOrEqual(4);
  expect(statements.join(' ')).not.toMatch(/gaps/);
  expect(detail).toMatchObject({
    owner: { id: doctor.id, name: 'doctor' },
    recording: 'ready',
    leads: ['II'],
    gap_count: 2,
    sampling_hz: 250,
    has_report: true,
    report_versions: [
      { report_version: 1, source: 'device', current: true, created_by: { id: technician.id } },
    ],
    earlier_total: 1,
    earlier: [
      { case_id: earlier, hn_id: 'HN26R00001', recording_start: '2026-10-01T00:00:00.000Z', af_share: null },
    ],
  });
  expect(detail.report_versions[0]?.created_at).toBe(now.toISOString());
});

test('a patient with more earlier recordings than listed has their number', async () => {
  const patient_id = 'P-MANY';
  for (let i = 0; i < 7; i += 1) {
    const id = await readyCase(db, doctor, `HN26R0010${String(i)}`, { patient_id });
    await pool.query(`update cases set recording_start = '2026-10-0${String(i + 1)}' where case_id = $1`, [
      id,
    ]);
  }
  const case_id = await readyCase(db, doctor, 'HN26R00110', { patient_id });
  const { detail } = await detailOf(technician, case_id);
  expect([detail.earlier.length, detail.earlier_total]).toEqual([5, 7]);
});

test('a case without a recording says so', async () => {
  const case_id = await readyCase(db, doctor, 'HN26R00003', { patient_id: '' });
  await db.delete(recordings).where(eq(recordings.case_id, case_id));
  const { detail } = await detailOf(doctor, case_id);
  expect(detail).toMatchObject({ recording: 'none', gap_count: null, leads: [], earlier: [] });
});

test('reports of a hospital begin in its language', async () => {
  const case_id = await readyCase(db, doctor, 'HN26R00005');
  const hospitals = eq(userGroups.id, doctor.user_group.id);
  for (const invoice_language of ['ko', 'zh'] as const) {
    await db.update(userGroups).set({ invoice_language }).where(hospitals);
    expect((await detailOf(technician, case_id)).detail.hospital_language).toBe(invoice_language);
  }
});
