/** The saved views of the case lists as conditions; a tab's count and its rows come from the same one. */
import type { CaseView } from '@rhythmdesk/contract/cases';
import { sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../platform/http/caller.ts';

/** Who asks: own cases by `id`, today by the group's time zone. */
export type ViewCaller = Pick<Caller, 'id' | 'user_group'>;

/** Views that hold finished cases grow for ever, so they ask for a search period; the others are small. */
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

/** Matches the condition of the index over open cases to the letter, so that the planner may use it. */
const open = sql.raw("cases.closed_at is null and cases.status <> 'complete'");

const conditions: Record<CaseView, (caller: ViewCaller) => SQL> = {
  all: () => sql`true`,
  mine: ({ id }) => sql`${open} and (cases.technician_id = ${id} or (cases.confirmer_id = ${id}
    and cases.status in ('review', 'edit') and cases.verification_requested_at is not null
    and cases.verified_at is null))`,
  unassigned: () => sql`${open} and cases.status = 'request'`,
  ready: () => sql`${open} and cases.status = 'ready'`,
  in_progress: () => sql`${open} and cases.status in ('request', 'assigned', 'start', 'review')`,
  overdue: () => sql`${open} and cases.status in ('request', 'assigned', 'start', 'review')
    and cases.report_due_date < now()`,
  in_review: () => sql`${open} and cases.status = 'review'`,
  correction: () => sql`${open} and cases.status = 'edit'`,
  completed_today: ({ user_group: { time_zone } }) => sql`cases.confirmed_date >=
    (date_trunc('day', now() at time zone ${time_zone}) at time zone ${time_zone})`,
  completed: () => sql`cases.status = 'complete'`,
};

export function viewSql(view: CaseView, caller: ViewCaller): SQL {
  return conditions[view](caller);
}
