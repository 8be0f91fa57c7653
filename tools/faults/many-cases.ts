/**
 * Adds many cases with stored files to an installation, without their uploads, so that a backup has the number of rows
 * and files of a large one. The files have random bytes and the usual sizes of a short recording.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filePathIn } from '@rhythmdesk/server/platform/files/disk-place';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { sql } from 'drizzle-orm';

/** A packed signal, its levels, its beats and a report. */
const lengths = [200_000, 42_000, 10_500, 2_600, 700, 9_000, 60_000] as const;
const casesAtOnce = 100;
const pool = randomBytes(4 * 1024 ** 2);

/** Returns other bytes at every call. */
function freshBytes(length: number): Buffer {
  const from = randomInt(pool.length - length);
  return Buffer.concat([randomBytes(32), pool.subarray(from, from + length - 32)]);
}

async function writeStored(folder: string, length: number): Promise<string> {
  const bytes = freshBytes(length);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const place = filePathIn(folder, sha256);
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  await writeFile(place, bytes, { mode: 0o600 });
  return sha256;
}

async function addFiles(db: Db, folder: string, case_ids: readonly number[]): Promise<void> {
  const rows = await Promise.all(
    case_ids.flatMap((case_id) =>
      lengths.map(async (length) => ({ case_id, length, sha256: await writeStored(folder, length) })),
    ),
  );
  await db.execute(sql`
    insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
    select case_id, 'other', 'request', 'f', 'x/y', length, sha256
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (case_id bigint, length bigint, sha256 text)`);
}

/** Returns the number of files. */
export async function addManyCases(db: Db, folder: string, count: number): Promise<number> {
  await db.execute(sql`insert into user_groups (type, name) values ('hospital', 'Large hospital')`);
  await db.execute(sql`insert into users (user_id, name, role_key, user_group_id, password_hash)
    select 'large', 'U', 'DOCTOR', id, '' from user_groups where name = 'Large hospital'`);
  const made = await db.execute<{ case_id: number }>(sql`
    insert into cases (hn_id, hospital_id, owner_id, uploader_group_id)
    select 'HN9' || lpad(n::text, 6, '0'), g.id, u.id, g.id
    from generate_series(1, ${count}) n, user_groups g, users u where g.name = 'Large hospital' and u.user_id = 'large'
    returning case_id::int`);
  const ids = made.rows.map(({ case_id }) => case_id);
  for (let at = 0; at < ids.length; at += casesAtOnce) {
    await addFiles(db, folder, ids.slice(at, at + casesAtOnce));
  }
  return ids.length * lengths.length;
}
