/**
 * Compares the store with the database in both directions. Every name in a living row must have its file, complete and
 * with the bytes that its name states, and every file must be named by a row. It reads every byte and changes nothing
 * except for lost checksums.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../db/database.ts';
import type { FileStore, Proof } from './file-store.ts';
import { heldNamesQuery } from './held-names.ts';

export type StoreFault = {
  readonly sha256: string;
  readonly fault: 'missing' | 'damaged' | 'orphan';
  /** The case that a missing or damaged file belongs to; null for a file that no row names. */
  readonly case_id: number | null;
};

export type Verified = {
  readonly files: number;
  readonly bytes: number;
  /** The number of files that only other servers have yet, so that they could not be read here. */
  readonly elsewhere: number;
  readonly faults: StoreFault[];
};

export const isFault = (proof: Proof): proof is 'missing' | 'damaged' =>
  proof === 'missing' || proof === 'damaged';

export type ReadingPace = {
  /** Limits the reading rate, so that responses can still use the disk. */
  readonly bytesPerS?: number;
  readonly signal?: AbortSignal;
};

const heldShape = z.array(z.object({ name: z.string(), case_id: z.coerce.number().nullable() }));

/** Returns every name in a living row that begins like this, with its case, in order. */
export async function heldNames(db: Queryable, beginning = ''): Promise<Map<string, number | null>> {
  const found = await db.execute(
    sql`select name, case_id from (${sql.raw(heldNamesQuery)}) held where starts_with(name, ${beginning})
      order by name collate "C"`,
  );
  return new Map(heldShape.parse(found.rows).map(({ name, case_id }) => [name, case_id]));
}

/** Returns whether living rows contain at most this many names. */
export async function heldAtMost(db: Queryable, most: number): Promise<boolean> {
  const found = await db.execute(sql`select 1 from (${sql.raw(heldNamesQuery)}) held offset ${most} limit 1`);
  return found.rows.length === 0;
}

/** Limits a reader to a rate. */
function pacer(bytesPerS: number | undefined) {
  const started = performance.now();
  let read = 0;
  return async (bytes: number): Promise<void> => {
    read += bytes;
    if (bytesPerS === undefined) return;
    const dueMs = (read / bytesPerS) * 1000 - (performance.now() - started);
    if (dueMs > 20) await sleep(dueMs);
  };
}

type Proved = {
  readonly sha256: string;
  readonly case_id: number | null;
  readonly proof: Proof;
  readonly bytes: number;
};

/** Verifies these files completely, one after the other, no faster than the rate allows. */
export async function* proveNames(
  files: Pick<FileStore, 'prove'>,
  names: Iterable<readonly [string, number | null]>,
  { bytesPerS, signal }: ReadingPace,
): AsyncGenerator<Proved, undefined> {
  const pace = pacer(bytesPerS);
  for (const [sha256, case_id] of names) {
    signal?.throwIfAborted();
    let bytes = 0;
    const proof = await files.prove(sha256, async (read) => {
      signal?.throwIfAborted();
      bytes += read;
      await pace(read);
    });
    yield { sha256, case_id, proof, bytes };
  }
}

/** Files younger than `ageMs` that no row names do not count as orphans yet. */
export async function verifyStore(
  { db, files }: { readonly db: Queryable; readonly files: FileStore },
  pace: ReadingPace = {},
  ageMs = 24 * 3_600_000,
): Promise<Verified> {
  const held = await heldNames(db);
  const faults: StoreFault[] = [];
  let [bytes, elsewhere] = [0, 0];
  for await (const { sha256, case_id, proof, bytes: read } of proveNames(files, held, pace)) {
    bytes += read;
    if (proof === 'elsewhere') elsewhere += 1;
    if (isFault(proof)) faults.push({ sha256, fault: proof, case_id });
  }
  for await (const sha256 of files.listOlderThan(ageMs)) {
    if (!held.has(sha256)) faults.push({ sha256, fault: 'orphan', case_id: null });
  }
  return { files: held.size, bytes, elsewhere, faults };
}
