/**
 * Maintains the sums of the statistics: starts the sums of time zones that came into use, and merges what changes have
 * added since the last run. A zone is counted in slices of cases, each in a transaction that stores its progress: if
 * the job is killed, the next run continues there, and a change of a case waits for one slice at most. Two runs at once
 * never make a sum wrong: merging does not change sums, and a slice begins where the zone's locked row says.
 */
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Tx } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';

const zoneRow = z.object({ time_zone: z.string() });

/** As many as are counted within a second, even on a busy machine. */
const casesOfSlice = 5_000;

type Summing = {
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Time zone whose days are needed even if no institution is in it: that of the invoices. */
  readonly billing_time_zone?: string;
};

/** Runs in a transaction without a statement timeout. */
async function atLength<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return transact(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return work(tx);
  });
}

const countedRow = z.object({ done: z.boolean() });

/** Counts the next slice of a zone; the last slice has no upper limit, so that it includes all future cases. */
async function countSlice(tx: Tx, time_zone: string, now: SQL): Promise<boolean> {
  const { rows } = await tx.execute(sql`select counted_at is not null as done from statistics_zones
    where time_zone = ${time_zone} for update`);
  if (countedRow.parse(rows[0]).done) return true;
  const { rows: counted } = await tx.execute(sql`update statistics_zones z set counted_to = s.last,
      counted_at = case when s.last = 9223372036854775807 then ${now} end
    from (select coalesce((select c.case_id from case_statistics c where c.case_id > (
        select counted_to from statistics_zones where time_zone = ${time_zone})
      order by c.case_id offset ${casesOfSlice} limit 1), 9223372036854775807) as last) s
    where z.time_zone = ${time_zone} returning z.counted_at is not null as done`);
  return countedRow.parse(counted[0]).done;
}

async function countZone(db: Db, time_zone: string, { now, signal }: Summing): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(
    sql`insert into statistics_zones (time_zone) values (${time_zone}) on conflict do nothing`,
  );
  for (let done = false; !done;) {
    signal.throwIfAborted();
    done = await atLength(db, (tx) => countSlice(tx, time_zone, at));
  }
  await atLength(db, (tx) =>
    tx.execute(sql`update statistics_zones set folded_at = ${at} where time_zone = ${time_zone}`),
  );
}

export async function sumZones(db: Db, summing: Summing) {
  const { billing_time_zone } = summing;
  const billing =
    billing_time_zone === undefined ? sql`` : sql`union select ${billing_time_zone}::text as time_zone`;
  const { rows } =
    await db.execute(sql`select distinct g.time_zone from user_groups g where g.deleted_at is null
    union select time_zone from statistics_zones ${billing} order by 1`);
  for (const row of rows) await countZone(db, zoneRow.parse(row).time_zone, summing);
  return { zones: rows.length };
}
