import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { transact } from '../../platform/db/transact.ts';
import { adoptReport } from './case-files.ts';
import { updateReading } from './edit-case.ts';
import { readVersions } from '../../records/cases/report-versions.ts';
import { readHistory } from './talk.ts';
import { act, caseWorld, codeOf, now, readyCase, versionOf } from './test-cases.ts';
import { historyIsIntact } from '../../records/cases/case-history.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const { doctor, technician, technician2, chief } = world;

async function adopt(case_id: number): Promise<void> {
  const version = await versionOf(db, case_id);
  await transact(db, (tx) =>
    adoptReport(tx, { case_id, version }, { caller: technician, request_id: 'test', now }),
  );
}

async function completed(hn_id: string): Promise<number> {
  const id = await readyCase(db, doctor, hn_id);
  await act(db, doctor, id, 'request');
  await act(db, technician, id, 'assign-to-me');
  await act(db, technician, id, 'start');
  await adopt(id);
  await act(db, technician, id, 'review-request');
  await act(db, technician, id, 'request-verification', { confirmer_id: chief.id });
  await act(db, chief, id, 'verify');
  await act(db, technician, id, 'complete');
  return id;
}

test('a case goes from the upload to the report, with its price, its dates and its history', async () => {
  const id = await completed('HN26K00001');
  const [row] = await db.select().from(cases).where(eq(cases.case_id, id));
  expect(row).toMatchObject({ status: 'complete', price_minor: 10_000, currency: 'KRW' });
  expect(row?.confirmed_date).toEqual(now);
  expect(row?.report_due_date).toEqual(new Date(now.getTime() + 72 * 3_600_000));
  const { items, intact } = await readHistory(db, doctor, id);
  expect(intact).toBe(true);
  expect(items.map(({ action }) => action)).toEqual([
    'create',
    'request',
    'assign-to-me',
    'start',
    'adopt-report',
    'review-request',
    'request-verification',
    'verify',
    'complete',
  ]);
  expect(items.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const [version] = await readVersions(db, id);
  expect(version?.released_at).toEqual(now);
});

test('of twenty users who take a case at once one gets it', async () => {
  const id = await readyCase(db, doctor, 'HN26K00002');
  await act(db, doctor, id, 'request');
  const version = await versionOf(db, id);
  const takers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? technician : technician2));
  const codes = await Promise.all(
    takers.map((caller) => codeOf(act(db, caller, id, 'assign-to-me', { version }))),
  );
  expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  expect(codes.filter((code) => code === 'case/already-assigned')).toHaveLength(19);
  expect(await versionOf(db, id)).toBe(version + 1);
});

test('users are notified once, and the acting user never', async () => {
  const id = await readyCase(db, doctor, 'HN26K00003');
  await act(db, doctor, id, 'request');
  const notified = await db.select().from(notifications).where(eq(notifications.patch_id, id));
  expect(notified.map(({ user_id }) => user_id).sort()).toEqual(
    [technician.id, technician2.id, chief.id].sort(),
  );
  expect(notified[0]).toMatchObject({ code: 'new-request', category: 'request', status: 'N' });
});

test('a changed finding voids the verification', async () => {
  const id = await readyCase(db, doctor, 'HN26K00004');
  await act(db, doctor, id, 'request');
  await act(db, technician, id, 'assign-to-me');
  await act(db, technician, id, 'start');
  await adopt(id);
  await act(db, technician, id, 'review-request');
  await act(db, technician, id, 'request-verification', { confirmer_id: chief.id });
  await act(db, chief, id, 'verify');
  const version = await versionOf(db, id);
  const edit = { caller: technician, request_id: 'test', now };
  await transact(db, (tx) => updateReading(tx, { case_id: id, version, severity: 'high' }, edit));
  expect(await codeOf(act(db, technician, id, 'complete'))).toBe('case/not-verified');
  await act(db, chief, id, 'verify');
  expect(await codeOf(act(db, technician, id, 'complete'))).toBe('done');
});

test('a correction makes a new version, keeps the old one, and neither dates nor bills again', async () => {
  const id = await completed('HN26K00005');
  await act(db, doctor, id, 'request-editing', { comment: '所見2の時刻を確認してください' });
  expect(await codeOf(act(db, technician, id, 'complete-editing'))).toBe('case/no-new-report');
  await adopt(id);
  expect(await codeOf(act(db, doctor, id, 'cancel-editing'))).toBe('case/correction-saved');
  expect(await codeOf(act(db, technician, id, 'complete-editing'))).toBe('case/not-verified');
  await act(db, chief, id, 'verify');
  await act(db, technician, id, 'complete-editing');
  const [row] = await db.select().from(cases).where(eq(cases.case_id, id));
  expect(row).toMatchObject({ status: 'complete', report_version: 2, price_minor: 10_000 });
  expect(await readVersions(db, id)).toHaveLength(2);
});

test('a closed case accepts nothing more, and history cannot be rewritten', async () => {
  const id = await readyCase(db, doctor, 'HN26K00006');
  await act(db, doctor, id, 'close', { comment: 'duplicate order' });
  expect(await codeOf(act(db, doctor, id, 'request'))).toBe('case/closed');
  const rewrite = db.execute(sql`update case_history set description = 'x' where case_id = ${id}`);
  await expect(rewrite).rejects.toThrow();
  expect(await historyIsIntact(db, id)).toBe(true);
});

test('a case of another hospital is not found, and an outdated version is refused before the state', async () => {
  const id = await readyCase(db, doctor, 'HN26K00007');
  expect(await codeOf(act(db, world.otherDoctor, id, 'request'))).toBe('object/not-found');
  expect(await codeOf(act(db, doctor, id, 'request', { version: 99 }))).toBe('case/stale-version');
});
