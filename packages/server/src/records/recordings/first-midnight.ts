/**
 * Returns the seconds from the start of a recording to the first midnight in its hospital's zone, where its days are
 * divided.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';

const midnightRow = z.object({ first_midnight_s: z.number() });

export async function firstMidnight(db: Queryable, case_id: number): Promise<number> {
  const found = await db.execute(sql`
    select extract(epoch from ((to_timestamp(r.start_ms / 1000.0) at time zone h.time_zone)::date + 1)::timestamp
      at time zone h.time_zone)::float8 - r.start_ms / 1000.0::float8 as first_midnight_s
    from recordings r join cases c on c.case_id = r.case_id join user_groups h on h.id = c.hospital_id
    where r.case_id = ${case_id}`);
  return midnightRow.parse(found.rows[0]).first_midnight_s;
}
