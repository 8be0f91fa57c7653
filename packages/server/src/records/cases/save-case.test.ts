import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { firstStatus } from '@rhythmdesk/domain/case/status';
import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { caseHistory, cases } from '../../platform/db/schema/cases.ts';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { notingDb } from '../../platform/db/test-queries.ts';
import { transact } from '../../platform/db/transact.ts';
import { lockCaseRecord } from './case-record.ts';
import { carryHospitalName, changeWork, insertCase, saveCase, type CaseAuthor } from './save-case.ts';

const sources = path.resolve(import.meta.dirname, '../..');
const now = new Date('2026-11-20T09:00:00Z');
const writesCases = /\.(update|insert|delete)\(cases\)|\b(update|into|delete from) cases\b/i;

function sourceFiles(): string[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)test-[^/]+$/.test(file),
  );
}

test('no other file of the server writes to cases', () => {
  const writers = sourceFiles().filter((file) =>
    writesCases.test(readFileSync(path.join(sources, file), 'utf8')),
  );
  expect(writers).toEqual(['records/cases/save-case.ts']);
  expect(writesCases.test("sql`update cases set status = 'x'`")).toBe(true);
});

const { db, pool } = await testDatabase();

type World = { readonly hospital_id: number; readonly author: CaseAuthor };

async function makeWorld(technicians: number): Promise<World> {
  const [center] = await db.insert(userGroups).values({ type: 'tech_center', name: 'Center' }).returning();
  const center_id = center?.id ?? 0;
  const [team] = await db
    .insert(userGroups)
    .values({ type: 'team', name: 'Team', tech_center_id: center_id })
    .returning();
  const [hospital] = await db
    .insert(userGroups)
    .values({ type: 'hospital', name: 'Hospital', tech_center_id: center_id })
    .returning();
  const user = (user_id: string, role_key: string, user_group_id: number) => ({
    user_id,
    name: user_id,
    role_key,
    user_group_id,
    password_hash: '-',
  });
  const team_id = team?.id ?? 0;
  const hospital_id = hospital?.id ?? 0;
  const staff = Array.from({ length: technicians }, (_, index) =>
    user(`t${String(index)}`, 'TECHNICIAN', index % 2 === 0 ? center_id : team_id),
  );
  const [doctor] = await db
    .insert(users)
    .values([user('doctor', 'DOCTOR', hospital_id), ...staff])
    .returning();
  const author = {
    id: doctor?.id ?? 0,
    name: 'doctor',
    role_key: 'DOCTOR',
    user_group_id: hospital_id,
  } as const;
  return { hospital_id, author };
}

const world = await makeWorld(40);
const saving = { description: '', author: world.author, request_id: 'test', now };

async function madeCase({ hospital_id }: World, hn_id: string): Promise<number> {
  const made = await transact(db, (tx) => insertCase(tx, { hn_id, hospital_id }, saving));
  return made?.case_id ?? 0;
}

test('a save raises the version, with one history row, one INSERT and one message for forty recipients', async () => {
  const case_id = await madeCase(world, 'HN26S00001');
  const { db: noting, statements } = notingDb(pool);
  const save = () =>
    transact(noting, async (tx) => {
      const record = await lockCaseRecord(tx, case_id);
      if (record === null) throw new Error('not found');
      const notify = [{ recipients: 'center-technicians', code: 'new-request' }] as const;
      return saveCase(tx, record, { comment: 'x' }, { ...saving, action: 'edit-patient', notify });
    });
  const version = await inScope(everything, save);
  expect(version).toBe(2);
  expect(statements.filter((text) => text.includes('insert into "notifications"'))).toHaveLength(1);
  // One for the notifications, one for the case.
  expect(statements.filter((text) => text.includes('pg_notify'))).toHaveLength(2);
  const rows = await db.select().from(notifications).where(eq(notifications.patch_id, case_id));
  expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(40);
  expect(rows).toHaveLength(40);
  expect(rows[0]?.parameters).toEqual({ hn_id: 'HN26S00001' });
  const history = await db.select().from(caseHistory).where(eq(caseHistory.case_id, case_id));
  expect(history.map((row) => [row.version, row.status])).toEqual([
    [1, firstStatus],
    [2, firstStatus],
  ]);
});

test('background jobs change figures and count, and neither version nor history', async () => {
  const case_id = await madeCase(world, 'HN26S00002');
  await transact(db, (tx) => changeWork(tx, case_id, 1));
  await transact(db, (tx) => changeWork(tx, case_id, -1, { af_share: 0.25, ve_count: 3, pause_count: 0 }));
  await transact(db, (tx) => changeWork(tx, case_id, -1));
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  expect(row).toMatchObject({ version: 1, job_count: 0, af_share: 0.25, ve_count: 3, pause_count: 0 });
  expect(await db.$count(caseHistory, eq(caseHistory.case_id, case_id))).toBe(1);
});

test('an outdated record saves nothing, and a taken HN ID creates nothing', async () => {
  const case_id = await madeCase(world, 'HN26S00003');
  const record = await lockCaseRecord(db, case_id);
  if (record === null) throw new Error('not found');
  const edit = { ...saving, action: 'edit-patient' };
  await transact(db, (tx) => saveCase(tx, record, { comment: 'first' }, edit));
  const second = transact(db, (tx) => saveCase(tx, record, { comment: 'second' }, edit));
  await expect(second).rejects.toMatchObject({ code: 'case/stale-version' });
  expect(await madeCase(world, 'HN26S00003')).toBe(0);
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  expect(row).toMatchObject({ version: 2, comment: 'first' });
});

test('a renamed hospital queues one job, which updates its cases in batches', async () => {
  const ids = [
    await madeCase(world, 'HN26S00010'),
    await madeCase(world, 'HN26S00011'),
    await madeCase(world, 'HN26S00012'),
  ];
  const names = async () => {
    const rows = await db.select().from(cases).where(inArray(cases.case_id, ids));
    return rows.map(({ hospital_name, version }) => `${hospital_name} ${String(version)}`);
  };
  const rename = (name: string) =>
    db.update(userGroups).set({ name }).where(eq(userGroups.id, world.hospital_id));
  const { db: noting, statements } = notingDb(pool);
  await rename('Once');
  await rename('Renamed');
  expect(await names()).toEqual(['Hospital 1', 'Hospital 1', 'Hospital 1']);
  const { rows } = await db.execute(sql`select payload from graphile_worker._private_jobs`);
  expect(rows).toEqual([{ payload: { hospital_id: world.hospital_id } }]);
  const { signal } = new AbortController();
  await carryHospitalName(noting, world.hospital_id, { signal, batch: 2 });
  expect(await names()).toEqual(['Renamed 1', 'Renamed 1', 'Renamed 1']);
  expect(statements.filter((text) => text.startsWith('update')).length).toBeGreaterThan(1);
  statements.length = 0;
  await carryHospitalName(noting, world.hospital_id, { signal });
  expect(statements.filter((text) => text.startsWith('update'))).toEqual([]);
});
