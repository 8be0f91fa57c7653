/**
 * Sets aside stored files that no row names: files of killed or refused readings, and signals past their retention.
 *
 * Invariants: unnamed files are found by index, without any lock. Only then they are checked again and set aside, a few
 * names at a time, under an exclusive lock; transactions that are about to name files in a row hold it shared. So no
 * row ever names a file that was just removed, and no upload waits for a sweep. Files that no row ever named are few;
 * if they are many, the database does not belong to this store, and nothing is changed.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { lockForSweep } from '../../platform/files/store-lock.ts';

const dayMs = 24 * 3_600_000;
const keptMs = dayMs;
export const namesAtOnce = 1_000;
const removedAtOnce = 100;
/** Most files per night; the rest waits for the next night. */
const mostRemoved = 200_000;
/** Fewer orphans than this never cast doubt on the database, whatever their share. */
const orphansAllowed = 100;
const orphanShare = 0.05;

const nameRow = z.object({ name: z.string(), retired: z.boolean() });

export type SweepDependencies = { readonly db: Db; readonly files: FileStore };
export type SweepTimes = {
  /** Younger files are left alone, because a reading may be about to name them. */
  readonly ageMs: number;
  /** How long a file that was set aside is kept. */
  readonly asideMs: number;
};
export type Swept = { readonly unfinished: number; readonly set_aside: number; readonly deleted: number };

export class TooManyOrphans extends Error {
  readonly code = 'files/too-many-orphans';
}

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

export async function* batches<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[], undefined> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Returns every name in the store that no row uses now. Throws if too many were never used. */
async function candidates({ db, files }: SweepDependencies, ageMs: number): Promise<string[]> {
  const found: string[] = [];
  let [seen, orphans] = [0, 0];
  for await (const names of batches(files.listOlderThan(ageMs), namesAtOnce)) {
    seen += names.length;
    for (const { name, retired } of await transact(db, (tx) => unnamed(tx, names))) {
      if (!retired) orphans += 1;
      if (found.length < mostRemoved) found.push(name);
    }
  }
  if (orphans > Math.max(orphansAllowed, orphanShare * seen)) {
    throw new TooManyOrphans(
      `${String(orphans)} of ${String(seen)} stored files are named by no row of the database. Nothing was removed. ` +
        'Is it the right database, and was it restored whole? See docs/operating.md, “The nightly sweep”.',
    );
  }
  return found;
}

/** Removes those of the files that no row names. Returns their number. */
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

export async function sweepFiles(
  dependencies: SweepDependencies,
  { ageMs = keptMs, asideMs = 7 * dayMs }: Partial<SweepTimes> = {},
): Promise<Swept> {
  const unfinished = await dependencies.files.sweepUnfinished(ageMs);
  const found = await candidates(dependencies, ageMs);
  let set_aside = 0;
  for (let at = 0; at < found.length; at += removedAtOnce) {
    set_aside += await removeUnnamed(dependencies, found.slice(at, at + removedAtOnce));
  }
  return { unfinished, set_aside, deleted: await dependencies.files.sweepRemoved(asideMs) };
}
