/** Defines the conditions of the saved views of the case lists; a tab's count and its rows use the same one. */
import type { CaseView } from '@rhythmdesk/contract/cases';
import {
  checkedStatuses,
  correctionStatus,
  dueStatuses,
  finishedStatus,
  firstStatus,
  requestedStatus,
  reviewStatus,
  type CaseStatus,
} from '@rhythmdesk/domain/case/status';
import { sql, type SQL } from 'drizzle-orm';
import type { Asking } from '../../platform/http/caller.ts';
import { statusRank } from './list-ranks.ts';

/** The caller: own cases are found by `id`, today by the group's time zone. */
export type ViewCaller = Pick<Asking, 'id' | 'user_group'>;

/** Views with finished cases grow forever, so they need a search period; the others are small. */
export const viewNeedsPeriod = {
  all: true,
  mine: false,
  unassigned: false,
  ready: false,
  in_progress: false,
  overdue: false,
  in_review: false,
  correction: false,
  completed_today: false,
  completed: true,
} as const satisfies Record<CaseView, boolean>;

/** Equals the condition of the index over open cases literally, so that the planner may use it. */
export const openSql = sql.raw(`cases.closed_at is null and cases.status <> '${finishedStatus}'`);

/** Writes literal text into the statement, not parameters, so that the planner knows the values. */
const inStatus = (...statuses: readonly CaseStatus[]): SQL =>
  sql.raw(`cases.status in (${statuses.map((status) => `'${status}'`).join(', ')})`);

/** True for cases of another team's share. For technicians of a team; null for everybody else. */
export function othersShareSql({ actor }: Pick<Asking, 'actor'>): SQL | null {
  if (actor.group_type !== 'team') return null;
  return sql`(cases.team_id is not null and cases.team_id <> ${actor.user_group_id})`;
}

type Narrowing = (caller: ViewCaller) => SQL;

/** The views of open cases: the additional condition of each beyond `openSql`. */
export const openViews = {
  mine: ({ id }) => sql`(cases.technician_id = ${id} or (cases.confirmer_id = ${id}
    and ${inStatus(...checkedStatuses)} and cases.verification_requested_at is not null
    and cases.verified_at is null))`,
  unassigned: () => inStatus(requestedStatus),
  ready: () => inStatus(firstStatus),
  in_progress: () => inStatus(...dueStatuses),
  overdue: () => sql`${inStatus(...dueStatuses)}
    and cases.report_due_date < now()`,
  in_review: () => inStatus(reviewStatus),
  correction: () => inStatus(correctionStatus),
} as const satisfies Partial<Record<CaseView, Narrowing>>;

/** The views that also contain finished cases. */
export const otherViews = {
  all: () => sql`true`,
  completed_today: ({ user_group: { time_zone } }) => sql`cases.confirmed_date >=
    (date_trunc('day', now() at time zone ${time_zone}) at time zone ${time_zone})`,
  completed: () => sql`cases.status_rank = ${statusRank(finishedStatus)}`,
} as const satisfies Partial<Record<CaseView, Narrowing>>;

function isOpenView(view: CaseView): view is keyof typeof openViews {
  return Object.hasOwn(openViews, view);
}

export function viewSql(view: CaseView, caller: ViewCaller): SQL {
  if (!isOpenView(view)) return otherViews[view](caller);
  return sql`${openSql} and ${openViews[view](caller)}`;
}
