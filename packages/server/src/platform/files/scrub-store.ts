/**
 * Verifies every stored file that a row names, one slice per call, in the order of the names. Damage is found before
 * somebody needs the file and while a backup still has an intact copy.
 *
 * Invariants: the position is stored in the database, so that a stop, a kill or the end of the night loses at most the
 * files since then. A file that lost its row in the meantime is no fault. A store that is unavailable is reported once,
 * not per file.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../db/database.ts';
import type { FileStore } from './file-store.ts';
import {
  heldAtMost,
  heldNames,
  isFault,
  proveNames,
  type ReadingPace,
  type StoreFault,
} from './verify-store.ts';

/** Names begin with two hexadecimal digits; the database is queried for the files of one such prefix at a time. */
const prefixes = Array.from({ length: 256 }, (_none, part) => part.toString(16).padStart(2, '0'));
/** So few names are queried at once, because a query for each prefix would take longer than the reading. */
const usualFewNames = 50_000;
const mostReported = 20;
/** The maximum per slice. More faults mean that the disk is missing, not that files were damaged. */
const mostFaults = 100;

export type ScrubOptions = ReadingPace & {
  /** A slice ends with the file that exceeds this. */
  readonly sliceBytes: number;
  /** A store with more names is queried prefix by prefix. */
  readonly fewNames?: number;
  readonly onFault: (fault: StoreFault) => Promise<unknown>;
};

type Scrubbed = {
  readonly files: number;
  readonly bytes: number;
  readonly faults: number;
  /** Every file has been read; the next slice starts from the beginning. */
  readonly is_whole: boolean;
};

class TooMuchDamage extends Error {
  readonly code = 'files/too-much-damage';
}

const placeRow = z.object({ after_name: z.string() });

async function readPlace(db: Queryable): Promise<string> {
  const found = await db.execute(sql`select after_name from file_scrub`);
  return placeRow.parse(found.rows[0]).after_name;
}

const progressRow = z.object({ after_name: z.string(), is_ended: z.boolean() });

/**
 * Returns the percentage of the stored files that the first round has read; null once it has ended. Names are hashes,
 * so the last name read shows the progress without a count of all files.
 */
export async function scrubProgress(db: Queryable): Promise<number | null> {
  const found = await db.execute(sql`select after_name, ended_at is not null as is_ended from file_scrub`);
  const { after_name, is_ended } = progressRow.parse(found.rows[0]);
  return is_ended ? null : Math.floor((Number.parseInt(after_name.slice(0, 4) || '0', 16) / 65_536) * 100);
}

/** Counts what was read since the last time and stores the position; an empty name ends the round. */
class ScrubPlace {
  readonly #db: Queryable;
  #files = 0;
  #bytes = 0;
  #faults = 0;
  #kept = { files: 0, bytes: 0, faults: 0 };

  constructor(db: Queryable) {
    this.#db = db;
  }

  add(bytes: number): void {
    this.#files += 1;
    this.#bytes += bytes;
  }

  /** Returns the number of faults so far. */
  addFault(): number {
    this.#faults += 1;
    return this.#faults;
  }

  get sum() {
    return { files: this.#files, bytes: this.#bytes, faults: this.#faults };
  }

  async keep(after_name: string, now: Date | null = null): Promise<void> {
    const { files, bytes, faults } = this.sum;
    const since = this.#kept;
    await this.#db
      .execute(sql`update file_scrub set after_name = ${after_name}, files = files + ${files - since.files},
      bytes = bytes + ${bytes - since.bytes}, faults = faults + ${faults - since.faults},
      ended_at = coalesce(${now?.toISOString() ?? null}::timestamptz, ended_at)`);
    this.#kept = { files, bytes, faults };
  }
}

async function reportHeldFault(
  db: Db,
  fault: StoreFault,
  place: ScrubPlace,
  onFault: ScrubOptions['onFault'],
) {
  if (!(await heldNames(db, fault.sha256)).has(fault.sha256)) return;
  const count = place.addFault();
  if (count <= mostReported) await onFault(fault);
  if (count > mostFaults) {
    throw new TooMuchDamage(
      `More than ${String(mostFaults)} stored files in a row of names are missing or damaged. Is the disk there?`,
    );
  }
}

export async function scrubSlice(
  { db, files }: { readonly db: Db; readonly files: Pick<FileStore, 'prove'> },
  { sliceBytes, onFault, fewNames = usualFewNames, ...pace }: ScrubOptions,
  now: Date,
): Promise<Scrubbed> {
  const place = new ScrubPlace(db);
  let after = await readPlace(db);
  const isFew = await heldAtMost(db, fewNames);
  for (const beginning of isFew ? [''] : prefixes.filter((prefix) => prefix >= after.slice(0, 2))) {
    const names = [...(await heldNames(db, beginning))].filter(([name]) => name > after);
    for await (const { sha256, case_id, proof, bytes } of proveNames(files, names, pace)) {
      place.add(bytes);
      if (isFault(proof)) await reportHeldFault(db, { sha256, fault: proof, case_id }, place, onFault);
      after = sha256;
      if (place.sum.bytes < sliceBytes) continue;
      await place.keep(after);
      return { ...place.sum, is_whole: false };
    }
    await place.keep(after);
  }
  await place.keep('', now);
  return { ...place.sum, is_whole: true };
}
