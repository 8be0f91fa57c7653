/**
 * Writes anchors of the case histories and of the audit log outside of the database: one file each, to which a line is
 * added every day. A line covers the rows since the previous line and contains their digest, which continues from the
 * digest of that line. Somebody who rewrites the database with all its hashes and heads would also have to rewrite
 * every copy of the file.
 *
 * Invariant: a line covers every row up to its last id that will ever exist. A row's id is assigned in a transaction
 * that already has a number. The last id is therefore read first, and then the end of every transaction of that moment
 * is awaited.
 */
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Snapshot } from '../../platform/db/snapshot.ts';
import { isMissing, makeFolder } from '../../platform/files/disk-place.ts';

const anchorShape = z.object({
  at: z.iso.datetime(),
  /** The rows after `after_id`, up to and including `last_id`. */
  after_id: z.number().int().nonnegative(),
  last_id: z.number().int().nonnegative(),
  rows: z.number().int().nonnegative(),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Anchor = z.output<typeof anchorShape>;

/** An append-only table: its id column, and the part of a row that is included in the digest. */
export type AnchoredTable = { readonly table: string; readonly id: string; readonly line: string };

export const anchoredHistories: AnchoredTable = {
  table: 'case_history',
  id: 'history_id',
  line: `history_id || ':' || case_id || ':' || version || ':' || encode(hash, 'hex')`,
};
export const anchoredAudit: AnchoredTable = {
  table: 'audit_log',
  id: 'audit_id',
  line: `audit_id || ':' || chain || ':' || position || ':' || encode(hash, 'hex')`,
};

const firstDigest = '0'.repeat(64);
const atOnce = 5_000;
const pollMs = 500;
const patienceMs = 120_000;

const rowShape = z.object({ id: z.coerce.number(), line: z.string() });
const endShape = z.object({ last_id: z.coerce.number(), running: z.string() });
const overShape = z.object({ is_over: z.boolean() });

/** Returns the last id at a moment, after every transaction of that moment has ended. */
async function settledEnd(db: Db, { table, id }: AnchoredTable): Promise<number> {
  const found = await db.execute(sql`select coalesce(max(${sql.raw(id)}), 0) as last_id,
    pg_snapshot_xmax(pg_current_snapshot())::text as running from ${sql.raw(table)}`);
  const { last_id, running } = endShape.parse(found.rows[0]);
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    const now = await db.execute(
      sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${running}::xid8 as is_over`,
    );
    if (overShape.parse(now.rows[0]).is_over) return last_id;
    await sleep(pollMs);
  }
  throw new Error('a transaction did not end while rows were to be anchored');
}

/** Returns null if there is no file yet; throws if a line is invalid. */
export async function readAnchors(file: string): Promise<Anchor[] | null> {
  const text = await readFile(file, 'utf8').catch((fault: unknown) => {
    if (isMissing(fault)) return null;
    throw fault;
  });
  return text === null
    ? null
    : text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => anchorShape.parse(JSON.parse(line)));
}

async function appendLine(file: string, anchor: Anchor): Promise<void> {
  await makeFolder(path.dirname(file));
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(`${JSON.stringify(anchor)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Adds a line for the rows since the last one; returns null if there are none. */
export async function anchorRows(
  db: Db,
  anchored: AnchoredTable,
  file: string,
  now: Date,
): Promise<Anchor | null> {
  const [id, table] = [sql.raw(anchored.id), sql.raw(anchored.table)];
  const last = (await readAnchors(file))?.at(-1);
  const after_id = last?.last_id ?? 0;
  const last_id = await settledEnd(db, anchored);
  if (last_id <= after_id) return null;
  const hash = createHash('sha256').update(last?.digest ?? firstDigest);
  let rows = 0;
  for (let from = after_id; from < last_id;) {
    const found = await db.execute(sql`select ${id} as id, ${sql.raw(anchored.line)} as line from ${table}
      where ${id} > ${from} and ${id} <= ${last_id} order by ${id} limit ${atOnce}`);
    const lines = found.rows.map((row) => rowShape.parse(row));
    for (const { line } of lines) hash.update(`${line}\n`);
    rows += lines.length;
    from = lines.length < atOnce ? last_id : (lines.at(-1)?.id ?? last_id);
  }
  const anchor = { at: now.toISOString(), after_id, last_id, rows, digest: hash.digest('hex') };
  await appendLine(file, anchor);
  return anchor;
}

/** Returns the first anchor whose rows differ from those it was made of; null if all match. */
export async function brokenAnchor(
  snapshot: Snapshot,
  { table, id, line }: AnchoredTable,
  anchors: readonly Anchor[],
): Promise<Anchor | null> {
  const rows = snapshot.rows(`select ${id} as id, ${line} as line from ${table} order by ${id}`);
  let next = await rows.next();
  let [digest, after_id] = [firstDigest, 0];
  for (const anchor of anchors) {
    const hash = createHash('sha256').update(digest);
    for (; next.done !== true; next = await rows.next()) {
      const row = rowShape.parse(next.value);
      if (row.id > anchor.last_id) break;
      hash.update(`${row.line}\n`);
    }
    const isSame = anchor.after_id === after_id && hash.digest('hex') === anchor.digest;
    if (!isSame) {
      await rows.return(undefined);
      return anchor;
    }
    ({ digest, last_id: after_id } = anchor);
  }
  await rows.return(undefined);
  return null;
}
