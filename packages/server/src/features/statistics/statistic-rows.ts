/** The figures by hospital, center, team, technician or priority. */
import type { StatisticRow } from '@rhythmdesk/contract/statistics';
import { priorities } from '@rhythmdesk/domain/case/status';
import { seesTeams } from '@rhythmdesk/domain/people/can';
import type { StatisticGroup } from '@rhythmdesk/domain/statistics/steps';
import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { refuseField } from '../../platform/http/refusal.ts';
import { outcomeSql, tookStep } from '../../records/statistics/figure-sql.ts';
import { countSteps, noSteps } from './count-steps.ts';
import {
  askedOf,
  groupColumns,
  periodsOf,
  seesFindings,
  statisticsQuery,
  type PeriodSet,
} from './statistics-query.ts';

const whole = z.coerce.number().int();
const minutes = whole.nullable();
const groupFigures = z.object({
  key: z.string().nullable(),
  count: whole,
  median_minutes: minutes,
  p90_minutes: minutes,
  in_time: whole,
  returned: whole,
  corrected: whole,
  recorded: whole,
  wear_median_minutes: minutes,
  wear_minutes: whole,
  analysable_minutes: whole,
  analysed: whole,
  af_found: whole,
  critical: whole,
});
type Figures = z.output<typeof groupFigures>;

const nothing: Omit<Figures, 'key'> = {
  ...{ count: 0, median_minutes: null, p90_minutes: null, in_time: 0, returned: 0, corrected: 0 },
  ...{ recorded: 0, wear_median_minutes: null, wear_minutes: 0, analysable_minutes: 0 },
  ...{ analysed: 0, af_found: 0, critical: 0 },
};

async function readFigures(db: Db, caller: Asking, input: PeriodSet, group: StatisticGroup) {
  const { where, time_zone } = statisticsQuery(caller, input);
  const key = sql.raw(`s.${groupColumns[group]}`);
  const { recorded, in_time, returned, corrected, analysed, af_found, critical } = outcomeSql;
  const rank = (share: number, column: string) =>
    sql`percentile_disc(${sql.raw(String(share))}) within group (order by ${sql.raw(column)})`;
  const { rows } = await db.execute(sql`select ${key}::text as key, count(*) as count,
      ${rank(0.5, 's.turnaround_minutes')} as median_minutes, ${rank(0.9, 's.turnaround_minutes')} as p90_minutes,
      count(*) filter (where ${in_time}) as in_time, count(*) filter (where ${returned}) as returned,
      count(*) filter (where ${corrected}) as corrected, count(*) filter (where ${recorded}) as recorded,
      ${rank(0.5, 's.wear_minutes')} filter (where ${recorded}) as wear_median_minutes,
      coalesce(sum(s.wear_minutes) filter (where ${recorded}), 0) as wear_minutes,
      coalesce(sum(s.analysable_minutes), 0) as analysable_minutes,
      count(*) filter (where ${analysed}) as analysed, count(*) filter (where ${af_found}) as af_found,
      count(*) filter (where ${critical}) as critical
    from case_statistics s
    where ${tookStep('complete', periodsOf(input).period, time_zone)} and ${where} group by ${key}`);
  return new Map(
    rows.map((row) => {
      const { key: id, ...figures } = groupFigures.parse(row);
      return [id ?? '', figures];
    }),
  );
}

/** The names that ids of a group stand for. */
async function readNames(
  db: Db,
  group: StatisticGroup,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (group === 'priority' || ids.length === 0) return new Map();
  const table = group === 'technician' ? users : userGroups;
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(inArray(table.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function idOf(group: StatisticGroup, key: string): StatisticRow['id'] {
  if (key === '') return null;
  return group === 'priority' ? (priorities.find((each) => each === key) ?? null) : Number(key);
}

export async function readStatisticRows(
  db: Db,
  caller: Asking,
  { group, ...input }: PeriodSet & { readonly group: StatisticGroup },
) {
  if (group === 'team' && !seesTeams(caller.actor)) throw refuseField('input/masked-field', 'group');
  const periods = periodsOf(input);
  const [counts, figures] = await Promise.all([
    countSteps(db, statisticsQuery(caller, input), periods.period, group),
    readFigures(db, caller, input, group),
  ]);
  const keys = [...new Set([...counts.keys(), ...figures.keys()])];
  const names = await readNames(db, group, keys.filter((key) => key !== '').map(Number));
  const clinical = seesFindings(caller);
  const items = keys.map((key): StatisticRow => {
    const id = idOf(group, key);
    const { count, median_minutes, p90_minutes, in_time, returned, corrected, ...rest } =
      figures.get(key) ?? nothing;
    const { analysed, af_found, critical, ...recording } = rest;
    return {
      id,
      name: typeof id === 'number' ? (names.get(id) ?? null) : null,
      counts: counts.get(key) ?? noSteps(),
      completed: { count, median_minutes, p90_minutes, in_time, returned, corrected },
      ...recording,
      findings: clinical ? { analysed, af_found, critical } : null,
    };
  });
  const rank = (row: StatisticRow) => [-row.completed.count, -row.counts.request] as const;
  return {
    ...askedOf(caller, periods),
    items: items.toSorted((one, other) => {
      const [done, asked] = rank(one);
      const [otherDone, otherAsked] = rank(other);
      return done - otherDone || asked - otherAsked || (one.name ?? '').localeCompare(other.name ?? '');
    }),
  };
}
