/**
 * Keeps the sums by day: begins those of time zones that came into use, and folds what changes have added since the last
 * run. Twice at once, or killed between two zones, no sum is ever wrong: folding changes none, and a zone is counted in
 * the transaction that names it.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';

const zoneRow = z.object({ time_zone: z.string() });

type Summing = {
  readonly now: Date;
  readonly signal: AbortSignal;
  /** A zone whose days are asked for though no institution may be in it: that of the invoices. */
  readonly billing_time_zone?: string;
};

export async function sumZones(db: Db, { now, signal, billing_time_zone }: Summing) {
  const billing =
    billing_time_zone === undefined ? sql`` : sql`union select ${billing_time_zone}::text as time_zone`;
  const { rows } =
    await db.execute(sql`select distinct g.time_zone from user_groups g where g.deleted_at is null
    union select time_zone from statistics_zones ${billing} order by 1`);
  for (const row of rows) {
    signal.throwIfAborted();
    const { time_zone } = zoneRow.parse(row);
    await transact(db, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`insert into statistics_zones (time_zone, counted_at)
        values (${time_zone}, ${now.toISOString()}::timestamptz) on conflict do nothing`);
      await tx.execute(sql`update statistics_zones set folded_at = ${now.toISOString()}::timestamptz
        where time_zone = ${time_zone}`);
    });
  }
  return { zones: rows.length };
}
