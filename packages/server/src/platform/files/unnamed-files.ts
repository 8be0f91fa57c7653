/**
 * Finds and removes stored files that no row names.
 *
 * Invariant: names are checked and set aside under an exclusive lock; transactions that are about to name files in a row
 * hold it shared. So no row ever names a file that was just removed.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '../db/database.ts';
import { transact } from '../db/transact.ts';
import type { FileStore } from './file-store.ts';
import { lockForSweep } from './store-lock.ts';

export type SweepDependencies = { readonly db: Db; readonly files: FileStore };

const nameRow = z.object({ name: z.string(), retired: z.boolean() });

/**
 * Returns the names that no live row contains, and for each whether a row contained it until its retention ended. Each
 * question is a scalar subquery with a limit, so that the planner uses the indexes and never scans a table.
 */
export async function unnamed(tx: Tx, names: readonly string[]) {
  // The planner estimates that a thousand index look-ups cost more than a scan of the whole table, but they do not.
  await tx.execute(sql`set local enable_seqscan = off`);
  const found = await tx.execute(sql`
    with wanted as materialized (select unnest(string_to_array(${names.join(',')}, ',')) as name),
    levels as materialized (
      select jsonb_array_elements_text(r.pyramid->'level_sha256') as name, r.purged_at is null as living
      from every_recording r where r.pyramid->'level_sha256' ?| string_to_array(${names.join(',')}, ',')),
    extra as materialized (
      select extra->>'sha256' as name from uploads u, jsonb_array_elements(u.metadata->'extra_files') extra
      where u.state in ('receiving', 'checking'))
    select name, coalesce(
        (select true from case_files f where f.sha256 = name limit 1),
        (select true from recordings r where r.trace_sha256 = name limit 1),
        (select true from levels where levels.name = wanted.name limit 1), false) as retired
    from wanted
    where (select 1 from case_files f where f.sha256 = name and f.purged_at is null limit 1) is null
      and (select 1 from recordings r where r.trace_sha256 = name and r.purged_at is null limit 1) is null
      and (select 1 from analyses a where a.beats_sha256 = name limit 1) is null
      and (select 1 from exports e where e.sha256 = name limit 1) is null
      and not exists (select 1 from levels where levels.name = wanted.name and levels.living)
      and not exists (select 1 from extra where extra.name = wanted.name)`);
  return found.rows.map((row) => nameRow.parse(row));
}

/**
 * Removes those of the files that no row names. Returns their number. The same bytes have one name, whatever they are: an
 * export that a user adds to a case is a file of both.
 */
export async function removeUnnamed(
  { db, files }: SweepDependencies,
  names: readonly string[],
): Promise<number> {
  return transact(db, async (tx) => {
    await lockForSweep(tx);
    const gone = await unnamed(tx, names);
    for (const { name } of gone) await files.remove(name);
    return gone.length;
  });
}
