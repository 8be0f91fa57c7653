/** Creates a store and a case whose rows name files in it, for tests of code that reads the whole store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterFile } from '../test-after-file.ts';
import { testDatabase } from '../db/test-database.ts';
import { filePathIn } from './disk-place.ts';
import { openDiskStore } from './disk-store.ts';
import { writeFrom } from './file-store.ts';

async function* text(words: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(Buffer.from(words));
}

export async function storedFiles() {
  const folder = await mkdtemp(path.join(tmpdir(), 'stored-'));
  afterFile(() => rm(folder, { recursive: true }));
  const { db } = await testDatabase();
  const files = await openDiskStore(folder);
  await db.execute(sql`insert into user_groups (type, name) values ('hospital', 'H')`);
  await db.execute(sql`insert into users (user_id, name, role_key, user_group_id, password_hash)
    select 'u' || r, 'U', r, id, '' from user_groups, unnest(array['DOCTOR', 'ADMIN']) r`);
  await db.execute(sql`insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
    select 'HN000001', g.id, u.id, g.id from user_groups g, users u where role_key = 'DOCTOR'`);
  return {
    db,
    files,
    folder,
    placeOf: (sha256: string) => filePathIn(folder, sha256),
    write: async (words: string) => (await writeFrom(files, text(words))).sha256,
    hold: (sha256: string) =>
      db.execute(sql`insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
        select case_id, 'other', 'request', 'f', 'x/y', 9, ${sha256} from cases`),
  };
}
