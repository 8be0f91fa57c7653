/**
 * Lists in the database which files are on which disk and not in the bucket yet, for the other servers and for the
 * operator. The marks on the disk are the truth; the rows follow them before any other row names the file.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../db/database.ts';
import { transact } from '../db/transact.ts';
import type { DiskNode } from './disk-node.ts';
import { holdNames } from './store-lock.ts';
import type { WaitingAt, WaitingFile } from './tiered-parts.ts';

const nodeRow = z.object({ node: z.string(), node_name: z.string(), bytes: z.coerce.number() });

const nameRow = z.object({ name: z.string() });
const sumRow = z.object({
  node: z.string(),
  node_name: z.string(),
  files: z.coerce.number(),
  bytes: z.coerce.number(),
  since: z.coerce.date(),
  last_fault: z.string(),
});
type WaitingSum = z.output<typeof sumRow>;

/** Returns what waits on each disk, the longest waiting first. */
export async function waitingSums(db: Queryable): Promise<WaitingSum[]> {
  const found = await db.execute(sql`
    select node, max(node_name) as node_name, count(*) as files, sum(bytes) as bytes, min(since) as since,
      coalesce((array_agg(last_fault order by tries desc))[1], '') as last_fault
    from files_waiting group by node order by min(since)`);
  return found.rows.map((row) => sumRow.parse(row));
}

const uploadSum = z.object({
  uploads: z.coerce.number(),
  bytes: z.coerce.number(),
  since: z.coerce.date().nullable(),
});

/** Returns the open uploads whose received bytes are not all in the bucket yet. */
async function waitingUploads(db: Queryable): Promise<z.output<typeof uploadSum>> {
  const found = await db.execute(sql`
    select count(*) as uploads, coalesce(sum(received_bytes - sent), 0) as bytes, min(created_at) as since
    from uploads cross join lateral (
      select coalesce(sum((part->>'bytes')::bigint), 0) as sent from jsonb_array_elements(bucket_parts) part) parts
    where state in ('receiving', 'checking') and disk is not null and received_bytes > sent`);
  return uploadSum.parse(found.rows[0]);
}

/**
 * Returns what waits on all disks, stored files and uploads; null if nothing does. Needs the scope of the installation,
 * since uploads belong to institutions.
 */
export async function waitingTotal(db: Queryable) {
  const [sums, open] = [await waitingSums(db), await waitingUploads(db)];
  const sinces = [...sums.map(({ since }) => since), ...(open.since === null ? [] : [open.since])];
  if (sinces.length === 0) return null;
  const add = (part: 'files' | 'bytes') => sums.reduce((sum, each) => sum + each[part], 0);
  return {
    files: add('files'),
    uploads: open.uploads,
    bytes: add('bytes') + open.bytes,
    since: new Date(Math.min(...sinces.map((since) => since.getTime()))).toISOString(),
  };
}

/** Returns whether a disk tried in vain to move a file that still waits. */
export async function isBucketAway(db: Queryable): Promise<boolean> {
  const found = await db.execute(sql`select 1 from files_waiting where last_fault <> '' limit 1`);
  return found.rows.length > 0;
}

export function waitingRows(db: Db, { node, node_name }: DiskNode) {
  return {
    node,
    node_name,
    add: async (files: readonly WaitingFile[]): Promise<void> => {
      for (const { sha256, bytes, since } of files) {
        await db.execute(sql`insert into files_waiting (sha256, node, node_name, bytes, since)
          values (${sha256}, ${node}, ${node_name}, ${bytes}, ${since.toISOString()}) on conflict do nothing`);
      }
    },
    /** Returns those of these names that are not listed for this disk. */
    unlisted: async (names: readonly string[]): Promise<string[]> => {
      if (names.length === 0) return [];
      const found = await db.execute(sql`
        select name from unnest(string_to_array(${names.join(',')}, ',')) name
        where not exists (select from files_waiting where sha256 = name and node = ${node})`);
      return found.rows.map((row) => nameRow.parse(row).name);
    },
    /** Returns the names of files on this disk, the longest waiting first. */
    names: async (): Promise<string[]> => {
      const found = await db.execute(
        sql`select sha256 as name from files_waiting where node = ${node} order by since, sha256`,
      );
      return found.rows.map((row) => nameRow.parse(row).name);
    },
    /** Records why a file could not be moved. */
    fail: async (sha256: string, word: string): Promise<void> => {
      await db.execute(sql`update files_waiting set tries = tries + 1, last_fault = ${word}
        where sha256 = ${sha256} and node = ${node}`);
    },
    /** Removes the row if the bucket still has the file, which no sweep can remove meanwhile. Returns whether it has. */
    confirm: (sha256: string, isThere: () => Promise<boolean>): Promise<boolean> =>
      transact(db, async (tx) => {
        await holdNames(tx);
        if (!(await isThere())) return false;
        await tx.execute(sql`delete from files_waiting where sha256 = ${sha256} and node = ${node}`);
        return true;
      }),
    /** Removes the row of a file that never got its name. */
    forget: async (sha256: string): Promise<void> => {
      await db.execute(sql`delete from files_waiting where sha256 = ${sha256} and node = ${node}`);
    },
    /** Removes all rows of this disk, which has no bucket any more. */
    forgetAll: async (): Promise<void> => {
      await db.execute(sql`delete from files_waiting where node = ${node}`);
    },
    /** Returns the disks on which a file waits. */
    nodesOf: async (sha256: string): Promise<WaitingAt[]> => {
      const found = await db.execute(sql`select node, node_name, bytes from files_waiting
        where sha256 = ${sha256} order by since`);
      return found.rows.map((row) => nodeRow.parse(row));
    },
  };
}
export type WaitingRows = ReturnType<typeof waitingRows>;
