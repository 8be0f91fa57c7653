/**
 * Returns the midnights of a recording in its hospital's zone, in seconds from its start; its days are divided there. A
 * day on which the clocks change has 23 or 25 hours.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';

const midnightRow = z.object({ midnights_s: z.array(z.number()) });

export async function localMidnights(db: Queryable, case_id: number): Promise<number[]> {
  const found = await db.execute(sql`
    select array(
      select extract(epoch from day::timestamp at time zone h.time_zone)::float8 - r.start_ms / 1000.0::float8
      from generate_series(
        (to_timestamp(r.start_ms / 1000.0) at time zone h.time_zone)::date + 1,
        (to_timestamp(r.start_ms / 1000.0 + r.samples / r.sampling_hz) at time zone h.time_zone)::date,
        interval '1 day') day
      order by day) as midnights_s
    from recordings r join cases c on c.case_id = r.case_id join user_groups h on h.id = c.hospital_id
    where r.case_id = ${case_id}`);
  return midnightRow.parse(found.rows[0]).midnights_s;
}
