/** Tests that the jobs which end what is kept use the days of the settings. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privacyRoutes } from '@rhythmdesk/contract/privacy';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordingZip } from '../features/uploads/recording-zip.ts';
import { synthRecording } from '../features/uploads/test-zip.ts';
import { cases } from '../platform/db/schema/cases.ts';
import { users } from '../platform/db/schema/people.ts';
import { uploads } from '../platform/db/schema/recordings.ts';
import { testDatabase } from '../platform/db/test-database.ts';
import { openLog } from '../platform/log/log.ts';
import { tenantsOf } from '../testing/test-two-centers.ts';
import { startWebPart } from '../testing/test-web-part.ts';
import { uploadWorld, type UploadWorld } from '../testing/test-uploads.ts';
import { filesFolder } from './installation-folders.ts';
import { jobHandlers } from './jobs.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);
const context = {
  log: openLog('silent'),
  signal: new AbortController().signal,
  attempt: 1,
  is_last_attempt: false,
};
const handlersOf = ({ platform, dependencies }: UploadWorld) => jobHandlers(platform, dependencies);

test('SIGNAL_RETENTION_DAYS ends the signal of cases that were completed before', async () => {
  const world = await uploadWorld({ SIGNAL_RETENTION_DAYS: '30' });
  const { db, doctor, technician, call, read, send, check } = world;
  const completed = async (hn_id: string, days: number) => {
    const zip = await recordingZip(synthRecording({ hn_id, seconds: 10, seed: days }));
    const { id } = await send(doctor.token, zip, { hn_id });
    await check(id);
    const { case_id } = await read(doctor.token, id);
    await db.execute(sql`update cases set status = 'complete', technician_id = ${technician.id},
      requested_date = now() - interval '40 days', confirmed_date = ${daysAgo(days).toISOString()}
      where case_id = ${case_id}`);
    return async () => (await call(`recording/${String(case_id)}`, doctor.token)).status;
  };
  const [older, younger] = [await completed('HN100001', 31), await completed('HN100002', 29)];
  await handlersOf(world)['sweep-retention']({}, context);
  expect([await older(), await younger()]).toEqual([410, 200]);
});

test('UPLOAD_RETENTION_DAYS ends the patient data of uploads that were cancelled before', async () => {
  const world = await uploadWorld({ UPLOAD_RETENTION_DAYS: '3' });
  const cancelled = async (hn_id: string, days: number) => {
    const { id } = await world.begun(world.doctor.token, { hn_id, patient_last_name: 'Kim' }, 1000);
    const set = { state: 'cancelled', created_at: daysAgo(days) };
    await world.db.update(uploads).set(set).where(eq(uploads.upload_id, id));
    return async () => (await world.db.select().from(uploads).where(eq(uploads.upload_id, id)))[0]?.metadata;
  };
  const [older, younger] = [await cancelled('HN100001', 4), await cancelled('HN100002', 2)];
  await handlersOf(world)['sweep-retention']({}, context);
  expect([await older(), await younger()]).toEqual([
    {},
    expect.objectContaining({ patient: { patient_last_name: 'Kim' } }),
  ]);
});

test('MESSAGE_RETENTION_DAYS ends the content of messages that were settled before', async () => {
  const world = await uploadWorld({ MESSAGE_RETENTION_DAYS: '5' });
  const { db, doctor, hospital } = world;
  await db.execute(sql`insert into partners (hospital_id, name, channel, settings, created_by, created_at, updated_by, updated_at)
    values (${hospital}, 'Archive', 'webhook', '{}', ${doctor.id}, now(), ${doctor.id}, now())`);
  for (const days of [6, 4])
    await db.execute(sql`insert into partner_messages
        (partner_id, hospital_id, direction, kind, control_id, payload, state, created_at, settled_at)
      select partner_id, hospital_id, 'out', 'other', ${String(days)}, 'words', 'acknowledged',
        ${daysAgo(days).toISOString()}, ${daysAgo(days).toISOString()} from partners`);
  await handlersOf(world)['sweep-retention']({}, context);
  const left = await db.execute(sql`select control_id, payload from partner_messages order by 1`);
  expect(left.rows).toEqual([
    { control_id: '4', payload: 'words' },
    { control_id: '6', payload: null },
  ]);
});

test('DORMANT_AFTER_DAYS ends accounts that were not used for so long', async () => {
  const world = await uploadWorld({ DORMANT_AFTER_DAYS: '30' });
  const { db, doctor, outsider } = world;
  for (const [id, days] of [
    [doctor.id, 31],
    [outsider.id, 29],
  ] as const) {
    const set = {
      active_since: daysAgo(90),
      last_sign_in_at: daysAgo(days),
      dormancy_notified_at: daysAgo(14.5),
    };
    await db.update(users).set(set).where(eq(users.id, id));
  }
  await handlersOf(world)['let-accounts-sleep']({}, context);
  const flagOf = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0]?.use_flag;
  expect([await flagOf(doctor.id), await flagOf(outsider.id)]).toEqual(['D', 'Y']);
});

test('REMOVED_FILES_DAYS ends files that were removed before', async () => {
  const world = await uploadWorld({ REMOVED_FILES_DAYS: '2' });
  const removed = join(filesFolder(world.platform.config.DATA_DIR), 'removed');
  const [older = '', younger = ''] = [4, 1].map((days) => daysAgo(days).toISOString().slice(0, 10));
  for (const day of [older, younger]) {
    await mkdir(join(removed, day), { recursive: true });
    await writeFile(join(removed, day, 'a'.repeat(64)), 'signal');
  }
  await handlersOf(world)['sweep-files']({}, context);
  expect(await readdir(removed)).toEqual([younger]);
});

test('REPORT_RETENTION_YEARS is how long the released report of an erased patient stays', async () => {
  const settings = { REPORT_RETENTION_YEARS: '7' };
  const world = await tenantsOf(await startWebPart(await testDatabase(), settings));
  const case_id = await world.caseIn('complete');
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  const query = new URLSearchParams({
    hospital_id: String(row?.hospital_id),
    patient_id: row?.patient_id ?? '',
  });
  const answer = await world.call(`privacy/patient?${query.toString()}`, world.person('admin').token);
  const preview = privacyRoutes.patientData.output.parse(await answer.json());
  const until = preview.cases.map(({ report_until }) => Number(report_until?.slice(0, 4)));
  expect(until).toEqual([new Date().getUTCFullYear() + 7]);
});
