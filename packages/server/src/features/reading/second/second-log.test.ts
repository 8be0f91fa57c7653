/**
 * Tests the log of a second reading in the database itself: it belongs to its reader, is append-only, and a
 * manipulation is detected.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { cases } from '../../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { secondReadingEdits, secondReadings } from '../../../platform/db/schema/second-readings.ts';
import { testDatabase, type TestDatabase } from '../../../platform/db/test-database.ts';

let database: TestDatabase;
let second_id: number;
let first: number;
let reader: number;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const [group] = await db.insert(userGroups).values({ type: 'tech_center', name: 'Center' }).returning();
  const id = group?.id ?? 0;
  const person = async (user_id: string) => {
    const row = { user_id, name: user_id, password_hash: '', user_group_id: id, role_key: 'TECHNICIAN' };
    const [made] = await db.insert(users).values(row).returning();
    return made?.id ?? 0;
  };
  [first, reader] = [await person('first'), await person('second')];
  const owner = { hospital_id: id, owner_id: first, uploader_group_id: id, hn_id: 'HN900002' };
  const [made] = await db.insert(cases).values(owner).returning();
  const at = new Date();
  const drawn = { center_id: id, share: 5, first_reader_id: first, first_sequence: 0, drawn_at: at };
  const [second] = await db
    .insert(secondReadings)
    .values({ ...drawn, case_id: made?.case_id ?? 0, reader_id: reader, taken_at: at })
    .returning();
  second_id = second?.second_id ?? 0;
});

const rowOf = (sequence: number, user_id = reader) => ({
  second_id,
  sequence,
  analysis_version: 1,
  edit: { kind: 'undo', edit: 1 },
  page_id: randomUUID(),
  user_id,
  created_at: new Date(),
  previous_hash: Buffer.alloc(0),
  hash: Buffer.alloc(0),
});

test('rows follow one another in their reader’s name, and none changes or is removed', async () => {
  const { db } = database;
  await expect(db.insert(secondReadingEdits).values(rowOf(2))).rejects.toThrow();
  await expect(db.insert(secondReadingEdits).values(rowOf(1, first))).rejects.toThrow();
  await db.insert(secondReadingEdits).values([rowOf(1), rowOf(2), rowOf(3)]);
  await expect(db.insert(secondReadingEdits).values(rowOf(3))).rejects.toThrow();
  await expect(db.update(secondReadingEdits).set({ edit: {} })).rejects.toThrow();
  await expect(db.delete(secondReadingEdits)).rejects.toThrow();
  await expect(db.execute(sql`update second_reading_heads set sequence = 1`)).rejects.toThrow();
  expect((await db.execute(sql`select * from broken_second_readings`)).rows).toEqual([]);
});

test('a row that was changed, removed or cut off in the database is found', async () => {
  const client = new Client(database.superuser);
  await client.connect();
  const tried = async (change: string) => {
    await client.query('begin');
    await client.query('alter table second_reading_edits disable trigger user');
    await client.query(change);
    const found = await client.query<{ sequence: number }>('select sequence from broken_second_readings');
    await client.query('rollback');
    return found.rows.map(({ sequence }) => sequence);
  };
  const changed = `update second_reading_edits set edit = '{"kind": "undo", "edit": 7}' where sequence = 2`;
  expect(await tried(changed)).toEqual([2]);
  expect(await tried('delete from second_reading_edits where sequence = 2')).toEqual([3]);
  expect(await tried('delete from second_reading_edits')).toEqual([3]);
  expect(await tried('select 1')).toEqual([]);
  await client.end();
});

test('reader and end are written once, and no edit comes after the end', async () => {
  const { db } = database;
  await expect(db.update(secondReadings).set({ reader_id: first })).rejects.toThrow();
  await expect(db.delete(secondReadings)).rejects.toThrow();
  const end = { finished_at: new Date(), analysis_version: 1, second_sequence: 3 };
  await expect(db.update(secondReadings).set(end)).rejects.toThrow();
  await db.update(secondReadings).set({ ...end, agreement: { kept: true } });
  await expect(db.update(secondReadings).set({ agreement: { kept: false } })).rejects.toThrow();
  await expect(db.insert(secondReadingEdits).values(rowOf(4))).rejects.toThrow();
});
