import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { transact } from '../../platform/db/transact.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { inScope, rowScopeOf } from '../../platform/db/row-scope.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { act, caseWorld, now, readyCase } from './test-cases.ts';
import { adoptReport } from './case-files.ts';
import { readUnreadReports } from './unread-reports.ts';

const { db } = await testDatabase();
const { doctor, otherDoctor, technician, hospital, otherHospital } = await caseWorld(db);

const read = (caller: typeof doctor, hospital_id?: number) =>
  inScope(rowScopeOf(caller.actor), () => readUnreadReports(db, caller, { hospital_id }, now));

const completed = (patch_id: number | null, code = 'completed') => ({
  ...{ user_id: doctor.id, patch_id, category: 'progress', code },
});

test('without unread reports the list is empty', async () => {
  expect(await read(doctor)).toEqual({ total: 0, newest: null, critical: 0, newest_critical: null });
});

test('an unread critical report is counted after any number of newer notifications and from any month', async () => {
  const [critical, plain, open, foreign] = [
    await readyCase(db, doctor, 'HN26U00001'),
    await readyCase(db, doctor, 'HN26U00002'),
    await readyCase(db, doctor, 'HN26U00003'),
    await readyCase(db, otherDoctor, 'HN26U00004'),
  ];
  const old = new Date('2024-02-01T00:00:00Z');
  const worst = { severity: 'critical', created_at: old } as const;
  const complete = {
    status: 'complete',
    technician_id: technician.id,
    requested_date: old,
    confirmed_date: now,
  } as const;
  await db
    .update(cases)
    .set({ ...worst, ...complete })
    .where(inArray(cases.case_id, [critical, foreign]));
  await db.update(cases).set(complete).where(eq(cases.case_id, plain));
  await db.update(cases).set(worst).where(eq(cases.case_id, open));
  await db.insert(notifications).values([completed(critical), completed(critical, 'corrected')]);
  await db.insert(notifications).values([completed(foreign), completed(open), completed(plain)]);
  await db.insert(notifications).values(Array.from({ length: 150 }, () => completed(null, 'notice')));

  const unread = await read(doctor);
  expect(unread).toMatchObject({ total: 3, newest: plain, critical: 1 });
  expect(unread.newest_critical).toMatchObject({ case_id: critical, hn_id: 'HN26U00001' });
  expect(await read(doctor, hospital)).toEqual(unread);
  expect(await read(doctor, otherHospital)).toMatchObject({ total: 0, critical: 0 });
  expect(await read(otherDoctor)).toMatchObject({ total: 0, critical: 0 });

  await db.update(notifications).set({ status: 'Y' }).where(eq(notifications.patch_id, critical));
  expect(await read(doctor)).toMatchObject({ total: 2, critical: 0, newest_critical: null });
});

test('a report that was released as critical is counted by the notification that its completion writes', async () => {
  const case_id = await readyCase(db, otherDoctor, 'HN26U00005');
  await act(db, otherDoctor, case_id, 'request');
  await act(db, technician, case_id, 'assign-to-me');
  const { version } = await act(db, technician, case_id, 'start');
  const context = { caller: technician, request_id: 'test', now };
  await transact(db, (tx) => adoptReport(tx, { case_id, version }, context));
  await act(db, technician, case_id, 'review-request');
  await db.update(cases).set({ severity: 'critical' }).where(eq(cases.case_id, case_id));
  await act(db, technician, case_id, 'complete');
  const own = and(eq(notifications.patch_id, case_id), eq(notifications.user_id, otherDoctor.id));
  const codes = (await db.select().from(notifications).where(own)).map(({ code }) => code);
  expect(codes.at(-1)).toBe('critical-report');
  expect(await read(otherDoctor)).toMatchObject({
    ...{ total: 1, newest: case_id, critical: 1 },
    newest_critical: { case_id, hn_id: 'HN26U00005' },
  });
});
