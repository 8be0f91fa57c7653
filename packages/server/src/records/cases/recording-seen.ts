/**
 * Calculates how much of a case's recording was reviewed. It is only queried if the center has a minimum and the case
 * is being read.
 */
import { coverageShort, type CoverageShort } from '@rhythmdesk/domain/case/coverage';
import { minutesOf } from '@rhythmdesk/ecg/reading/minute-ranges';
import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { cases } from '../../platform/db/schema/cases.ts';

const recordingSeen = z.object({ samples: z.number(), sampling_hz: z.number(), seen: z.number() });

/** The number of whole minutes of the recording `r` that any user viewed. */
export const seenMinutes = sql`(select coalesce(sum(upper(one) - lower(one)), 0) from unnest(
  (select range_agg(c.minutes) from reading_coverage c where c.case_id = r.case_id)) as one)`;

/** Returns null if no minimum applies. A deleted recording can no longer be reviewed. */
export const recordingSeenSql = (coverage_minimum: AnyColumn): SQL => sql`case
  when ${coverage_minimum} is not null and ${cases.status} in ('start', 'review', 'edit') and ${cases.closed_at} is null
  then (select jsonb_build_object('samples', r.samples, 'sampling_hz', r.sampling_hz,
      'seen', ${seenMinutes})
    from recordings r where r.case_id = ${cases.case_id} and r.purged_at is null) end`;

export function coverageShortOf(seen: unknown, coverage_minimum: number | null): CoverageShort | null {
  const found = recordingSeen.nullable().parse(seen);
  if (found === null) return null;
  return coverageShort({ seen: found.seen, minutes: minutesOf(found) }, coverage_minimum);
}
