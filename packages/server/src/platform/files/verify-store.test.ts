import { mkdtemp, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../db/test-database.ts';
import { refusalOf } from '../http/answer-fault.ts';
import { placeIn } from './disk-place.ts';
import { openDiskStore } from './disk-store.ts';
import { writeFrom } from './file-store.ts';
import { verifyStore } from './verify-store.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'verify-'));
afterAll(() => rm(folder, { recursive: true }));

async function* text(words: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(Buffer.from(words));
}

test('missing, flipped, cut and unnamed files are found, each by its name and case', async () => {
  const { db, owner } = await testDatabase();
  const files = await openDiskStore(folder);
  const write = async (words: string) => (await writeFrom(files, text(words))).sha256;
  const [good, missing, flipped, cut, orphan] = [
    await write('good file'),
    await write('missing file'),
    await write('flipped file'),
    await write('cut file'),
    await write('orphan file'),
  ];
  const client = new Client(owner);
  await client.connect();
  await client.query(`insert into user_groups (type, name) values ('hospital', 'H');
    insert into users (user_id, name, role_key, user_group_id, password_hash)
      select 'u', 'U', 'DOCTOR', id, '' from user_groups;
    insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
      select 'HN000001', g.id, u.id, g.id from user_groups g, users u;`);
  await client.query(
    `insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
     select case_id, 'other', 'request', 'f', 'x/y', 9, name from cases, unnest($1::text[]) name`,
    [[good, missing, flipped, cut]],
  );
  await client.end();
  expect(await verifyStore({ db, files }, {}, -1_000)).toMatchObject({
    files: 4,
    faults: [{ sha256: orphan, fault: 'orphan', case_id: null }],
  });
  await unlink(placeIn(folder, missing));
  await writeFile(placeIn(folder, flipped), 'flipped fild');
  await truncate(placeIn(folder, cut), 3);
  const { faults } = await verifyStore({ db, files }, {}, 3_600_000);
  const expected = [
    [missing, 'missing', 1],
    [flipped, 'damaged', 1],
    [cut, 'damaged', 1],
  ];
  expect(new Set(faults.map(({ sha256, fault, case_id }) => [sha256, fault, case_id].join()))).toEqual(
    new Set(expected.map((each) => each.join())),
  );
  await files.close();
  // A store of its own: one that has a file open reads on in it after its name has gone.
  const later = await openDiskStore(folder);
  const fault: unknown = await later
    .read(missing, { start: 0, length: 1 })
    .catch((thrown: unknown) => thrown);
  expect(refusalOf(fault)?.code).toBe('file/unreadable');
  await later.close();
});
