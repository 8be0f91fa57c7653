/**
 * Sums the outcomes of the cases completed in a period, all together or by group, from the stored sums if these contain
 * the requested figures.
 */
import {
  clinicalOutcomes,
  type StatisticGroup,
  type StatisticsPeriod,
} from '@rhythmdesk/domain/statistics/steps';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { outcomeSql, tookStep } from '../../records/statistics/figure-sql.ts';
import { grainOf, groupColumns, sumsOver, type StatisticsQuery } from './statistics-query.ts';

const whole = z.coerce.number().int();
const outcomeRow = z.object({
  key: z.string().nullable(),
  count: whole,
  in_time: whole,
  returned: whole,
  corrected: whole,
  recorded: whole,
  /** Only of cases with a recording. */
  wear_minutes: whole,
  analysable_minutes: whole,
  analysed: whole,
  af_found: whole,
  critical: whole,
});
export type OutcomeSums = Omit<z.output<typeof outcomeRow>, 'key'>;

export const noOutcomes: OutcomeSums = {
  ...{ count: 0, in_time: 0, returned: 0, corrected: 0, recorded: 0, wear_minutes: 0 },
  ...{ analysable_minutes: 0, analysed: 0, af_found: 0, critical: 0 },
};

const sumNames = [
  'recorded',
  'in_time',
  'returned',
  'corrected',
  'analysed',
  'af_found',
  'critical',
] as const;

function fromSums(query: StatisticsQuery, grain: string, span: StatisticsPeriod, key: SQL): SQL {
  const sums = [...sumNames, 'wear_minutes', 'analysable_minutes'].map((name) =>
    sql.raw(`sum(s.${name}) as ${name}`),
  );
  return sql`select ${key} as key, sum(s.completed) as count, ${sql.join(sums, sql`, `)}
    from (${sumsOver(query, grain, span)}) s group by 1 having sum(s.completed) <> 0`;
}

function fromCases({ where, time_zone }: StatisticsQuery, span: StatisticsPeriod, key: SQL): SQL {
  const counts = sumNames.map((name) => sql`count(*) filter (where ${outcomeSql[name]}) as ${sql.raw(name)}`);
  return sql`select ${key} as key, count(*) as count, ${sql.join(counts, sql`, `)},
      coalesce(sum(s.wear_minutes) filter (where ${outcomeSql.recorded}), 0) as wear_minutes,
      coalesce(sum(s.analysable_minutes), 0) as analysable_minutes
    from case_statistics s where ${tookStep('complete', span, time_zone)} and ${where} group by 1`;
}

/** Selects what cases with hidden results add to the figures of findings, by the same keys. */
function ofHidden(
  { where, time_zone }: StatisticsQuery,
  span: StatisticsPeriod,
  key: SQL,
  hidden: readonly number[],
): SQL {
  const counts = clinicalOutcomes.map(
    (name) => sql`count(*) filter (where ${outcomeSql[name]}) as ${sql.raw(name)}`,
  );
  return sql`select ${key} as key, ${sql.join(counts, sql`, `)} from case_statistics s
    where s.case_id = any(${`{${hidden.join(',')}}`}::bigint[]) and ${tookStep('complete', span, time_zone)}
      and ${where} group by 1`;
}

const hiddenRow = z.object({ key: z.string().nullable(), analysed: whole, af_found: whole, critical: whole });

/** Subtracts the findings of cases of which the caller may still make a second reading. */
async function takeHidden(db: Db, sums: Map<string, OutcomeSums>, query: SQL): Promise<void> {
  const { rows } = await db.execute(query);
  for (const row of rows) {
    const { key, ...found } = hiddenRow.parse(row);
    const sum = sums.get(key ?? '');
    if (sum === undefined) continue;
    for (const name of clinicalOutcomes) sum[name] -= found[name];
  }
}

/** Returns the sums by the id of the group; cases without a group, or all cases if no group is given, are under ''. */
export async function sumOutcomes(
  db: Db,
  query: StatisticsQuery,
  span: StatisticsPeriod,
  by: StatisticGroup | null,
  hidden: readonly number[] = [],
): Promise<Map<string, OutcomeSums>> {
  const name = by === null ? null : groupColumns[by];
  const key = name === null ? sql`null::bigint` : sql.raw(`s.${name}`);
  const grain = await grainOf(db, query, name);
  const sums = grain === null ? fromCases(query, span, key) : fromSums(query, grain, span, key);
  const { rows } = await db.execute(sums);
  const found = new Map(
    rows.map((row) => {
      const { key: id, ...figures } = outcomeRow.parse(row);
      return [id ?? '', figures];
    }),
  );
  if (hidden.length > 0) await takeHidden(db, found, ofHidden(query, span, key, hidden));
  return found;
}
