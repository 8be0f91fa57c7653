/**
 * Returns whether a time zone has sums (`statistics_sums`). The days of other zones are counted from the single cases.
 */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';

export async function hasDaySums(db: Queryable, time_zone: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from statistics_zones where time_zone = ${time_zone}
    and counted_at is not null`);
  return rows.length > 0;
}
