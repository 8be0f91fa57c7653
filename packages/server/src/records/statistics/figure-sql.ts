/**
 * Defines what each figure of the statistics counts, as conditions over `case_statistics s`. The figure and the list of
 * its cases use the same conditions, so that both always agree.
 */
import { correctionStatus } from '@rhythmdesk/domain/case/status';
import { sideActions, handbackActions } from '@rhythmdesk/domain/case/handback';
import type { Outcome, StatisticStep } from '@rhythmdesk/domain/statistics/steps';
import { sql, type SQL } from 'drizzle-orm';
import { withinPeriod, type SearchPeriod } from '../../platform/db/search-period.ts';

export const stepColumns = {
  request: sql.raw('s.requested_at'),
  assign: sql.raw('s.assigned_at'),
  start: sql.raw('s.started_at'),
  review: sql.raw('s.reviewed_at'),
  edit: sql.raw('s.edited_at'),
  complete: sql.raw('s.completed_at'),
} as const satisfies Record<StatisticStep, SQL>;

export const outcomeSql = {
  in_time: sql.raw('s.in_time'),
  late: sql.raw('not s.in_time'),
  returned: sql.raw('s.returned'),
  corrected: sql.raw('s.corrected'),
  recorded: sql.raw('s.analysable_minutes is not null'),
  analysed: sql.raw('s.analysed'),
  af_found: sql.raw('s.af_found'),
  critical: sql.raw('s.critical'),
} as const satisfies Record<Outcome, SQL>;

export function tookStep(step: StatisticStep, period: SearchPeriod, timeZone: string): SQL {
  return withinPeriod(stepColumns[step], period, timeZone);
}

/** Returns the hour of the week of the request in a time zone: 0 is Monday from midnight to one. */
export const weekHour = (timeZone: string): SQL =>
  sql`((extract(isodow from s.requested_at at time zone ${timeZone}) - 1) * 24
    + extract(hour from s.requested_at at time zone ${timeZone}))::int`;

type Instants = { readonly from: string | undefined; readonly until: string | undefined };

const between = (column: SQL, { from, until }: Instants): SQL[] => [
  ...(from === undefined ? [] : [sql`${column} >= ${from}::timestamptz`]),
  ...(until === undefined ? [] : [sql`${column} < ${until}::timestamptz`]),
];

/** Selects open cases that have waited since an instant between these. */
export function waitingBetween(instants: Instants): SQL[] {
  return [sql.raw('s.waiting_since is not null'), ...between(sql.raw('s.waiting_since'), instants)];
}

/** Selects open cases whose report is due between these instants. */
export function dueBetween(instants: Instants): SQL[] {
  return [
    sql.raw(`s.waiting_since is not null and s.status <> '${correctionStatus}'`),
    ...between(sql.raw('s.due_at'), instants),
  ];
}

/** Open cases that came back, until work on them resumes: `openHandback` as a query on the last rows of the history. */
export const handedBack: SQL = sql`(s.waiting_since is not null and (select h.action from case_history h
  where h.case_id = s.case_id and h.action not in ${[...sideActions]}
  order by h.version desc limit 1) in ${[...handbackActions]})`;
