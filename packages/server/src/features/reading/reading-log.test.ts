/**
 * Tests the log of a reading in the database itself: it is append-only, continues from its last row, and a manipulation
 * is detected.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { readingEdits } from '../../platform/db/schema/reading.ts';
import { testDatabase, type TestDatabase } from '../../platform/db/test-database.ts';

let database: TestDatabase;
let case_id: number;
let user_id: number;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const [group] = await db.insert(userGroups).values({ type: 'hospital', name: 'Hospital' }).returning();
  const id = group?.id ?? 0;
  const person = { name: 'Nurse', password_hash: '', user_group_id: id, role_key: 'DOCTOR' } as const;
  const [user] = await db
    .insert(users)
    .values({ ...person, user_id: 'nurse' })
    .returning();
  user_id = user?.id ?? 0;
  const owner = { hospital_id: id, owner_id: user_id, uploader_group_id: id };
  const [made] = await db
    .insert(cases)
    .values({ ...owner, hn_id: 'HN900001' })
    .returning();
  case_id = made?.case_id ?? 0;
});

const rowOf = (sequence: number) => ({
  case_id,
  sequence,
  analysis_version: 1,
  edit: { kind: 'undo', edit: 1 },
  page_id: randomUUID(),
  user_id,
  created_at: new Date(),
  previous_hash: Buffer.alloc(0),
  hash: Buffer.alloc(0),
});
const broken = async () =>
  (await database.db.execute(sql`select sequence from broken_readings where case_id = ${case_id}`)).rows;

test('rows follow one another without a gap, and none changes or is removed', async () => {
  const { db } = database;
  await expect(db.insert(readingEdits).values(rowOf(2))).rejects.toThrow();
  await db.insert(readingEdits).values([rowOf(1), rowOf(2), rowOf(3)]);
  await expect(db.insert(readingEdits).values(rowOf(3))).rejects.toThrow();
  await expect(db.update(readingEdits).set({ edit: {} })).rejects.toThrow();
  await expect(db.delete(readingEdits)).rejects.toThrow();
  await expect(db.execute(sql`update reading_heads set sequence = 1`)).rejects.toThrow();
  expect(await broken()).toEqual([]);
});

test('a row that was changed, removed or cut off in the database is found', async () => {
  const client = new Client(database.superuser);
  await client.connect();
  const tried = async (change: string) => {
    await client.query('begin');
    await client.query('alter table reading_edits disable trigger user');
    await client.query(change);
    const found = await client.query<{ sequence: number }>('select sequence from broken_readings');
    await client.query('rollback');
    return found.rows.map(({ sequence }) => sequence);
  };
  expect(
    await tried(`update reading_edits set edit = '{"kind": "undo", "edit": 7}' where sequence = 2`),
  ).toEqual([2]);
  expect(await tried('delete from reading_edits where sequence = 2')).toEqual([3]);
  expect(await tried('delete from reading_edits where sequence = 3')).toEqual([3]);
  expect(await tried('delete from reading_edits')).toEqual([3]);
  expect(await tried('select 1')).toEqual([]);
  await client.end();
});
