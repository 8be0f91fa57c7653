/** Lists the programs that run on the installation: each writes its row again every few seconds and removes it at its stop. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable } from '../db/database.ts';
import { everything, inScope } from '../db/row-scope.ts';
import { productVersion } from '../version.ts';

export const nodePrograms = ['server', 'worker'] as const;

const everyMs = 15_000;
/** A program that was not seen for this long has ended without removing its row, or cannot reach the database. */
const silentAfterS = 60;

const nodeRow = z.object({
  program: z.enum(nodePrograms),
  host: z.string(),
  pid: z.coerce.number(),
  version: z.string(),
  runtime: z.string(),
  clock_ahead_ms: z.coerce.number(),
  disk_free_bytes: z.coerce.number(),
  memory_bytes: z.coerce.number(),
  started_at: z.coerce.date(),
  seen_at: z.coerce.date(),
  silent: z.boolean(),
});

/** Returns the programs that were seen within the last day, servers first. */
export async function readNodes(db: Queryable) {
  const found = await db.execute(sql`
    select program, host, pid, version, runtime, clock_ahead_ms, disk_free_bytes, memory_bytes, started_at, seen_at,
      seen_at < now() - make_interval(secs => ${silentAfterS}) as silent
    from nodes order by program, host, started_at`);
  return found.rows.map((row) => nodeRow.parse(row));
}

export type NodeFacts = {
  readonly program: (typeof nodePrograms)[number];
  readonly clockAheadMs: () => Promise<number>;
  readonly freeBytes: () => Promise<number>;
};

async function writeNode(
  db: Db,
  node_id: string,
  { program, clockAheadMs, freeBytes }: NodeFacts,
): Promise<void> {
  const ahead = Math.round(await clockAheadMs());
  const free = await freeBytes().catch(() => 0);
  const memory = process.memoryUsage.rss();
  await db.execute(sql`
    insert into nodes (node_id, program, host, pid, version, runtime, clock_ahead_ms, disk_free_bytes, memory_bytes,
      started_at, seen_at)
    values (${node_id}, ${program}, ${hostname()}, ${process.pid}, ${productVersion}, ${process.version}, ${ahead},
      ${free}, ${memory}, now(), now())
    on conflict (node_id) do update set clock_ahead_ms = excluded.clock_ahead_ms,
      disk_free_bytes = excluded.disk_free_bytes, memory_bytes = excluded.memory_bytes, seen_at = now()`);
  await db.execute(sql`delete from nodes where seen_at < now() - interval '1 day'`);
}

/** Writes the row of this program until the returned function is called. A write that fails is tried again. */
export async function keepNode(db: Db, facts: NodeFacts, onFault: (fault: unknown) => void) {
  const node_id = randomUUID();
  const write = () => inScope(everything, () => writeNode(db, node_id, facts)).catch(onFault);
  let writing = write();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, everyMs).unref();
  await writing;
  return async (): Promise<void> => {
    clearInterval(timer);
    await writing;
    await inScope(everything, () => db.execute(sql`delete from nodes where node_id = ${node_id}`)).catch(
      onFault,
    );
  };
}
