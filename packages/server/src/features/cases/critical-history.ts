/** Adds the events of a case's critical findings to its history, for users who may see the findings. */
import type { HistoryRow } from '@rhythmdesk/contract/case-talk';
import { can } from '@rhythmdesk/domain/people/can';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { criticalEvents } from '../../platform/db/schema/critical.ts';
import { users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';

type CriticalHappened = Pick<HistoryRow, 'history_id' | 'action' | 'user' | 'description' | 'requested_date'>;

export async function criticalHistory(
  db: Db,
  { actor }: Caller,
  case_id: number,
): Promise<CriticalHappened[]> {
  if (can(actor, 'critical.read') === 'never') return [];
  const rows = await db
    .select({ row: criticalEvents, user: users.name })
    .from(criticalEvents)
    .leftJoin(users, eq(users.id, criticalEvents.user_id))
    .where(eq(criticalEvents.case_id, case_id))
    .orderBy(asc(criticalEvents.event_id));
  return rows.map(({ row, user }) => ({
    // Negative, so that they differ from the numbers of the case's own rows.
    history_id: -row.event_id,
    action: `critical-${row.event}`,
    user: row.user_id === null ? null : { id: row.user_id, name: user ?? '' },
    description: [row.contact ?? '', row.note].filter((part) => part !== '').join(' · '),
    requested_date: row.created_at.toISOString(),
  }));
}

/** Merges both by time; each event gets the status that the case had. */
export function withCriticalEvents(
  own: readonly HistoryRow[],
  happened: readonly CriticalHappened[],
): HistoryRow[] {
  const added = happened.flatMap((event): HistoryRow[] => {
    const at = own.findLast(({ requested_date }) => requested_date <= event.requested_date) ?? own[0];
    if (at === undefined) return [];
    const { status, version } = at;
    const nobody = {
      from_status: status,
      role_key: null,
      institution: null,
      duration: null,
      open_points: [],
    };
    return [{ ...nobody, ...event, status, version }];
  });
  return [...own, ...added].sort((a, b) => Date.parse(a.requested_date) - Date.parse(b.requested_date));
}
