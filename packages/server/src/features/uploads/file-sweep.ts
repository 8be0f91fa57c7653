/**
 * Sets aside stored files that no row names: what killed or refused readings left, and signals past their retention.
 *
 * Laws: what nobody names is found by index, without any lock; only then is it asked again and set aside under an
 * exclusive lock, a few names at a time, that whoever is about to name files in a row shares: no row ever names a file
 * that has just gone, and no upload waits for a sweep. Files that no row ever named are few; where they are many, the
 * database is not the one of this store, and nothing is touched.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { lockForSweep } from '../../platform/files/store-lock.ts';

const dayMs = 24 * 3_600_000;
const keptMs = dayMs;
const namesAtOnce = 1_000;
const removedAtOnce = 100;
/** A night's work; the rest waits for the next. */
const mostRemoved = 200_000;
/** Orphans below this number are no reason to doubt the database, whatever their share. */
const orphansAllowed = 100;
const orphanShare = 0.05;

const nameRow = z.object({ name: z.string(), retired: z.boolean() });

export type SweepDependencies = { readonly db: Db; readonly files: FileStore };
export type SweepTimes = {
  /** Younger files are left alone: a reading may be about to name them. */
  readonly ageMs: number;
  /** How long a file that was set aside is kept. */
  readonly asideMs: number;
};
export type Swept = { readonly unfinished: number; readonly set_aside: number; readonly deleted: number };

export class TooManyOrphans extends Error {
  readonly code = 'files/too-many-orphans';
}

/**
 * Those of the names that no living row holds, and of each whether a row held it until its retention was over. Each
 * question is a scalar one with a limit, so that the planner asks the indexes and never reads a table through.
 */
async function unnamed(tx: Tx, names: readonly string[]) {
  // A thousand look-ups seem dearer to the planner than one reading of the whole table; by then they are not.
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

async function* batches(names: AsyncIterable<string>, size: number): AsyncGenerator<string[], undefined> {
  let batch: string[] = [];
  for await (const name of names) {
    batch.push(name);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Every name in the store that nobody holds now; throws where those that nobody ever held are too many. */
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

async function setAside({ db, files }: SweepDependencies, names: readonly string[]): Promise<number> {
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
    set_aside += await setAside(dependencies, found.slice(at, at + removedAtOnce));
  }
  return { unfinished, set_aside, deleted: await dependencies.files.sweepRemoved(asideMs) };
}
