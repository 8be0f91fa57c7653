/**
 * Tests that a damaged stored file gets a proper error response and that the operators are notified once, not at every
 * read.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../platform/clock/clock.ts';
import { testDatabase } from '../platform/db/test-database.ts';
import { filePathIn } from '../platform/files/disk-place.ts';
import { openDiskStore } from '../platform/files/disk-store.ts';
import { writeFrom } from '../platform/files/file-store.ts';
import { openLog } from '../platform/log/log.ts';
import { damageReporter, notifyOperators } from './notify-damage.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'told-'));
afterAll(() => rm(folder, { recursive: true }));

async function* text(words: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(Buffer.from(words));
}

test('the first read of a damaged file notifies level 5 with case and file, once a day', async () => {
  const { db } = await testDatabase();
  const files = await openDiskStore(folder, {
    onDamage: damageReporter(db, systemClock, openLog('silent')),
  });
  const { sha256 } = await writeFrom(files, text('the report'));
  await db.execute(sql`insert into user_groups (type, name) values ('hospital', 'H')`);
  await db.execute(sql`insert into users (user_id, name, role_key, user_group_id, password_hash)
    select 'u' || r, 'U', r, id, '' from user_groups, unnest(array['DOCTOR', 'ADMIN']) r`);
  await db.execute(sql`insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
    select 'HN000001', g.id, u.id, g.id from user_groups g, users u where role_key = 'DOCTOR'`);
  await db.execute(sql`insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
    select case_id, 'report', 'request', 'Report.pdf', 'x/y', 10, ${sha256} from cases`);
  await writeFile(filePathIn(folder, sha256), 'the rePort');
  const notified = async () =>
    (
      await db.execute(sql`select u.role_key, n.code, n.parameters->>'hn_id' as hn_id, n.parameters->>'filename' as file
        from notifications n join users u on u.id = n.user_id`)
    ).rows;
  for (let time = 0; time < 3; time += 1) {
    await expect(files.read(sha256, { start: 0, length: 3 })).rejects.toMatchObject({
      code: 'files/damaged',
    });
  }
  const filename = `Report.pdf (${sha256.slice(0, 12)}…)`;
  const once = [{ role_key: 'ADMIN', code: 'file-damaged', hn_id: 'HN000001', file: filename }];
  await expect.poll(notified).toEqual(once);
  expect(await notifyOperators(db, sha256, new Date())).toBe(0);
  expect(await notified()).toEqual(once);
  expect(await notifyOperators(db, sha256, new Date(Date.now() + 25 * 3_600_000))).toBe(1);
  await files.close();
});
