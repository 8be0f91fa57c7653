/**
 * Builds the SQL for the cases of a caller's statistics, with the scope of the permission and the filters. It reads the
 * rows of single cases (`case_statistics s`) or, if the conditions allow it, the sums by day and month
 * (`statistics_sums s`).
 */
import type { statisticRoutes } from '@rhythmdesk/contract/statistics';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { calendarDate } from '@rhythmdesk/domain/kit/calendar';
import { can, seesTeams } from '@rhythmdesk/domain/people/can';
import { seesClinical } from '@rhythmdesk/domain/people/masking';
import type { GroupType } from '@rhythmdesk/domain/people/roles';
import { conditionOf, type Condition, type ScopeField } from '@rhythmdesk/domain/people/scope';
import {
  periodBefore,
  statisticsPeriodFault,
  type StatisticGroup,
  type StatisticsPeriod,
} from '@rhythmdesk/domain/statistics/steps';
import { and, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { scopeSql } from '../../platform/db/scope-sql.ts';
import type { Asking } from '../../platform/http/caller.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';
import { monthsAndEdges } from '@rhythmdesk/domain/statistics/spreads';
import { hasDaySums } from '../../records/statistics/summed-zones.ts';

export type CaseSet = ParsedOf<typeof statisticRoutes.statisticsOpen>;
export type PeriodSet = ParsedOf<typeof statisticRoutes.statisticsTimes>;

/** Columns of single cases by which conditions select. */
type Dimension = Exclude<ScopeField<'case'>, 'confirmer_id'> | 'team_id' | 'priority';

export const groupColumns = {
  hospital: 'hospital_id',
  center: 'tech_center_id',
  team: 'team_id',
  technician: 'technician_id',
  priority: 'priority',
} as const satisfies Record<StatisticGroup, Dimension>;

const filters = [
  'hospital_id',
  'tech_center_id',
  'team_id',
  'technician_id',
  'priority',
] as const satisfies readonly (keyof CaseSet)[];

const column = (name: Dimension): SQL => sql.raw(`s.${name}`);

const scopeColumns = {
  hospital_id: column('hospital_id'),
  tech_center_id: column('tech_center_id'),
  technician_id: column('technician_id'),
  technician_group_id: column('technician_group_id'),
  uploader_group_id: column('uploader_group_id'),
  /** No scope of the statistics uses it. */
  confirmer_id: sql`null::bigint`,
} satisfies Record<ScopeField<'case'>, SQL>;

/** The fields of a case that can contain a group of this type, so that a manager's scope checks no other. */
const fieldOfGroup = {
  hospital: 'hospital_id',
  tech_center: 'tech_center_id',
  team: 'technician_group_id',
  logistics: 'uploader_group_id',
  distributer: null,
  admin: null,
} as const satisfies Record<GroupType, ScopeField<'case'> | null>;

function reachOf({ actor }: Asking): Condition<'case'> {
  const grant = can(actor, 'statistics.read');
  if (grant === 'never') throw new Refusal('auth/role-never');
  const reach = conditionOf('case', actor, grant);
  if (!grant.scopes.includes('group')) return reach;
  const own = fieldOfGroup[actor.group_type];
  return { any: reach.any.filter((tests) => tests.some(({ field }) => field === own)) };
}

export type StatisticsQuery = {
  readonly where: SQL;
  /** The columns that the condition uses. */
  readonly asks: ReadonlySet<string>;
  readonly time_zone: string;
};

export function statisticsQuery(caller: Asking, set: CaseSet): StatisticsQuery {
  const reach = reachOf(caller);
  const asks = new Set<string>(reach.any.flatMap((tests) => tests.map(({ field }) => field)));
  if (set.team_id !== undefined && !seesTeams(caller.actor))
    throw refuseField('input/masked-field', 'team_id');
  const parts = [scopeSql(reach, scopeColumns)];
  for (const name of filters) {
    const values = set[name];
    if (values === undefined || values.length === 0) continue;
    asks.add(name);
    parts.push(sql`${column(name)} in ${[...values]}`);
  }
  return { where: and(...parts) ?? sql`false`, asks, time_zone: caller.user_group.time_zone };
}

/** Returns the technician who sees only their own figures, otherwise null. */
export function ownOf({ actor }: Asking): number | null {
  const grant = can(actor, 'statistics.read');
  return grant !== 'never' && grant.scopes.includes('self') ? actor.id : null;
}

export function seesFindings({ actor }: Asking): boolean {
  const grant = can(actor, 'case.read');
  return grant !== 'never' && seesClinical(grant);
}

/** Returns the requested period and the one before it. */
export function periodsOf({ from_time, to_time }: PeriodSet): {
  period: StatisticsPeriod;
  before: StatisticsPeriod;
} {
  const fault = statisticsPeriodFault(from_time, to_time);
  if (fault !== null) throw refuseField(fault, 'to_time');
  const period = { from: calendarDate(from_time), to: calendarDate(to_time) };
  return { period, before: periodBefore(period) };
}

export function queryEchoOf(caller: Asking, periods: ReturnType<typeof periodsOf>) {
  return { ...periods, time_zone: caller.user_group.time_zone, own_of: ownOf(caller) };
}

const grains = {
  center: ['tech_center_id', 'priority'],
  hospital: ['tech_center_id', 'hospital_id', 'priority'],
  person: ['tech_center_id', 'technician_group_id', 'team_id', 'technician_id', 'priority'],
} as const satisfies Record<string, readonly Dimension[]>;

/**
 * Returns the coarsest sums that contain the requested figures, if the time zone is summed; null means single cases.
 */
export async function grainOf(
  db: Queryable,
  { asks, time_zone }: StatisticsQuery,
  by: Dimension | null,
): Promise<string | null> {
  const needed = by === null ? [...asks] : [...asks, by];
  const grain = Object.entries(grains).find(([, has]) =>
    needed.every((each) => has.some((one) => one === each)),
  );
  if (grain === undefined) return null;
  return (await hasDaySums(db, time_zone)) ? grain[0] : null;
}

/** Selects the sums of the days or the whole months of a period. */
export const sumsIn = (
  { where, time_zone }: StatisticsQuery,
  grain: string,
  unit: 'day' | 'month',
  { from, to }: StatisticsPeriod,
): SQL => sql`select s.* from statistics_sums s where s.time_zone = ${time_zone} and s.grain = ${grain}
    and s.unit = ${unit} and s.day between ${from} and ${to} and ${where}`;

/** Selects the sums of a period: of its whole months, and of the days before and after them. */
export function sumsOver(query: StatisticsQuery, grain: string, span: StatisticsPeriod): SQL {
  const { months, edges } = monthsAndEdges(span);
  const parts = [
    ...(months === null ? [] : [sumsIn(query, grain, 'month', months)]),
    ...edges.map((edge) => sumsIn(query, grain, 'day', edge)),
  ];
  return sql.join(parts, sql` union all `);
}
