/** Measures the time from the upload of a recording until the hospital acknowledged a critical finding in it. */
import type { criticalRoutes } from '@rhythmdesk/contract/critical';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import { messageKeyOf } from '@rhythmdesk/domain/kit/refusal';
import { percentileOf, statisticsPeriodFault } from '@rhythmdesk/domain/statistics/steps';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { withinPeriod } from '../../platform/db/search-period.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { criticalFindings } from '../../platform/db/schema/critical.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { seenBy } from './critical-query.ts';

type Input = ParsedOf<typeof criticalRoutes.criticalTimes>;

const row = z.object({
  value: z.coerce.number().int(),
  count: z.coerce.number().int(),
  late: z.coerce.number().int(),
});

/**
 * Returns the condition "acknowledged on these days of the caller's own time zone"; the list behind the figures uses
 * the same.
 */
export function acknowledgedWithin(caller: Caller, { from_time, to_time }: Input) {
  const fault = statisticsPeriodFault(from_time, to_time);
  if (fault !== null) throw new Refusal(fault, { fields: { from_time: messageKeyOf(fault) } });
  const period = { from: from_time, to: to_time };
  return withinPeriod(criticalFindings.acknowledged_at, period, caller.user_group.time_zone);
}

export async function readTimes(
  db: Db,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof criticalRoutes.criticalTimes>> {
  const { acknowledged_at, uploaded_at, due_at } = criticalFindings;
  const minutes = sql`round(extract(epoch from ${acknowledged_at} - ${uploaded_at}) / 60)::int`;
  const found = await db
    .select({
      value: minutes.as('value'),
      count: sql`count(*)`,
      late: sql`count(*) filter (where ${acknowledged_at} > ${due_at})`,
    })
    .from(criticalFindings)
    .innerJoin(cases, eq(cases.case_id, criticalFindings.case_id))
    .where(and(seenBy(caller), acknowledgedWithin(caller, input)))
    .groupBy(sql`1`);
  const values = found.map((one) => row.parse(one));
  return {
    count: values.reduce((sum, { count }) => sum + count, 0),
    median_minutes: percentileOf(values, 0.5),
    p90_minutes: percentileOf(values, 0.9),
    late: values.reduce((sum, { late }) => sum + late, 0),
  };
}
