/**
 * Removes stored files that no row names: what killed or refused readings left, and signals past their retention.
 *
 * A name is removed under an exclusive lock that whoever is about to name files in a row shares, so that no row ever
 * names a file that has just been removed.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import { lockForSweep } from '../../platform/files/store-lock.ts';
import type { UploadTools } from './upload-tools.ts';

const keptMs = 24 * 3_600_000;
const batchSize = 200;
const nameRow = z.object({ name: z.string() });

/** Those of the names that no living row holds. */
async function unnamed(tx: Tx, names: readonly string[]): Promise<string[]> {
  const list = sql`array[${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )}]::text[]`;
  const found = await tx.execute(sql`
    with living as (
      select jsonb_array_elements_text(r.pyramid->'level_sha256') as name from recordings r
      where r.purged_at is null and r.pyramid->'level_sha256' ?| ${list}
      union all
      select extra->>'sha256' from uploads u, jsonb_array_elements(u.metadata->'extra_files') extra
      where u.state = 'checking')
    select name from unnest(${list}) as name
    where not exists (select 1 from case_files f where f.sha256 = name and f.purged_at is null)
      and not exists (select 1 from recordings r where r.trace_sha256 = name and r.purged_at is null)
      and not exists (select 1 from analyses a where a.beats_sha256 = name)
      and not exists (select 1 from living where living.name = name.name)`);
  return found.rows.map((row) => nameRow.parse(row).name);
}

async function removeUnnamed({ db, files }: UploadTools, names: readonly string[]): Promise<number> {
  return transact(db, async (tx) => {
    await lockForSweep(tx);
    const gone = await unnamed(tx, names);
    for (const name of gone) await files.remove(name);
    return gone.length;
  });
}

/** The number of files removed. */
export async function sweepFiles(tools: UploadTools, ageMs: number = keptMs): Promise<number> {
  let removed = await tools.files.sweepUnfinished(ageMs);
  let batch: string[] = [];
  for await (const name of tools.files.listOlderThan(ageMs)) {
    batch.push(name);
    if (batch.length < batchSize) continue;
    removed += await removeUnnamed(tools, batch);
    batch = [];
  }
  if (batch.length > 0) removed += await removeUnnamed(tools, batch);
  return removed;
}
