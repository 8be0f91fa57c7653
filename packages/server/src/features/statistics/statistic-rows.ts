/** Returns the figures by hospital, center, team, technician or priority. */
import type { StatisticRow } from '@rhythmdesk/contract/statistics';
import { priorities } from '@rhythmdesk/domain/case/status';
import { seesTeams } from '@rhythmdesk/domain/people/can';
import { percentileOf, type StatisticGroup } from '@rhythmdesk/domain/statistics/steps';
import { inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { refuseField } from '../../platform/http/refusal.ts';
import { hiddenCases } from '../../records/readings/hidden-results.ts';
import { ranksOf } from './completed-times.ts';
import { countSteps, noSteps } from './count-steps.ts';
import { readSpreads } from './read-spreads.ts';
import { queryEchoOf, periodsOf, seesFindings, statisticsQuery, type PeriodSet } from './statistics-query.ts';
import { noOutcomes, sumOutcomes } from './sum-outcomes.ts';

/** Returns the names of the ids of a group. */
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
  const query = statisticsQuery(caller, input);
  const hidden = await hiddenCases(db, caller.actor);
  const [counts, outcomes, spreads] = await Promise.all([
    countSteps(db, query, periods.period, group),
    sumOutcomes(db, query, periods.period, group, hidden),
    readSpreads(db, query, periods.period, ['turnaround', 'wear'], group),
  ]);
  const keys = [...new Set([...counts.keys(), ...outcomes.keys()])];
  const names = await readNames(db, group, keys.filter((key) => key !== '').map(Number));
  const clinical = seesFindings(caller);
  const items = keys.map((key): StatisticRow => {
    const id = idOf(group, key);
    const { count, in_time, returned, corrected, ...rest } = outcomes.get(key) ?? noOutcomes;
    const { analysed, af_found, critical, ...recording } = rest;
    return {
      id,
      name: typeof id === 'number' ? (names.get(id) ?? null) : null,
      counts: counts.get(key) ?? noSteps(),
      completed: { count, in_time, returned, corrected, ...ranksOf(spreads('turnaround', key)) },
      ...recording,
      wear_median_minutes: percentileOf(spreads('wear', key), 0.5),
      findings: clinical ? { analysed, af_found, critical } : null,
    };
  });
  const rank = (row: StatisticRow) => [-row.completed.count, -row.counts.request] as const;
  return {
    ...queryEchoOf(caller, periods),
    items: items.toSorted((one, other) => {
      const [done, requested] = rank(one);
      const [otherDone, otherRequested] = rank(other);
      return (
        done - otherDone ||
        requested - otherRequested ||
        (one.name ?? '').localeCompare(other.name ?? '') ||
        // Rows with equal values get a fixed order, whatever the order of the database.
        String(one.id).localeCompare(String(other.id))
      );
    }),
  };
}
