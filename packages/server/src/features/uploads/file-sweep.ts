/**
 * Sets aside stored files that no row names: files of killed or refused readings, and signals past their retention.
 *
 * Invariants: unnamed files are found by index, without any lock. Only then they are checked again and set aside, a few
 * names at a time, under an exclusive lock; transactions that are about to name files in a row hold it shared. So no
 * row ever names a file that was just removed, and no upload waits for a sweep. Files that no row ever named are few;
 * if they are many, the database does not belong to this store, and nothing is changed.
 */
import { transact } from '../../platform/db/transact.ts';
import { removeUnnamed, unnamed, type SweepDependencies } from '../../platform/files/unnamed-files.ts';

const dayMs = 24 * 3_600_000;
const keptMs = dayMs;
export const namesAtOnce = 1_000;
const removedAtOnce = 100;
/** Most files per night; the rest waits for the next night. */
const mostRemoved = 200_000;
/** Fewer orphans than this never cast doubt on the database, whatever their share. */
const orphansAllowed = 100;
const orphanShare = 0.05;

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
