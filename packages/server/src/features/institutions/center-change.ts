/**
 * Moves cases when a hospital's analysing center changes. Only its unassigned cases (ready, requested) move, as if they
 * had been sent to the new center at once; assigned and completed cases stay.
 */
import { dueMs } from '@rhythmdesk/domain/case/deadline';
import { priorities, requestedStatus } from '@rhythmdesk/domain/case/status';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { lockCaseRecord } from '../../records/cases/case-record.ts';
import { dealCase, holdDealing } from '../../records/cases/deal-case.ts';
import { notifyNewCenter } from '../../records/critical/notify-level.ts';
import { authorOf, saveCase, type CaseChange } from '../../records/cases/save-case.ts';
import type { Change, InstitutionRecord } from './lock-institution.ts';

const unassigned = sql`${cases.status} in ('ready', 'request')`;

const counted = z.object({ moving: z.coerce.number(), staying: z.coerce.number() });

/** Counts the open cases of the hospital that would move, and those that stay with their assignee. */
export async function countCenterChange(db: Queryable, hospital_id: number, tech_center_id: number) {
  const found = await db.execute(sql`select
      count(*) filter (where ${unassigned} and ${cases.tech_center_id} is distinct from ${tech_center_id}) as moving,
      count(*) filter (where ${cases.status} in ('assigned', 'start', 'review', 'edit')) as staying
    from ${cases} where ${cases.hospital_id} = ${hospital_id} and ${cases.closed_at} is null`);
  return counted.parse(found.rows[0]);
}

type Center = Pick<
  typeof userGroups.$inferSelect,
  'id' | 'name' | 'turnaround_normal_h' | 'turnaround_urgent_h'
>;

function dueAt(row: typeof cases.$inferSelect, center: Center | undefined): CaseChange {
  const priority = priorities.find((word) => word === row.priority);
  if (row.requested_date === null || priority === undefined || center === undefined) return {};
  const turnaround = { normal: center.turnaround_normal_h, urgent: center.turnaround_urgent_h };
  return { report_due_date: new Date(dueMs(row.requested_date.getTime(), priority, turnaround)) };
}

const notifiesNewCenter = [
  { recipients: 'center-technicians', code: 'new-request' },
  { recipients: 'center-chiefs', code: 'new-request' },
] as const;

/** Moves them one by one, each with its history and its notices; returns how many. */
export async function moveUnassigned(
  tx: Tx,
  hospital: InstitutionRecord,
  tech_center_id: number | null,
  { caller, request_id, now }: Change,
): Promise<number> {
  const [center] =
    tech_center_id === null
      ? []
      : await tx.select().from(userGroups).where(eq(userGroups.id, tech_center_id));
  if (tech_center_id !== null) await holdDealing(tx, tech_center_id, now);
  const found = await tx
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(
      and(
        eq(cases.hospital_id, hospital.id),
        isNull(cases.closed_at),
        unassigned,
        sql`${cases.tech_center_id} is distinct from ${tech_center_id}`,
      ),
    )
    .orderBy(asc(cases.case_id))
    .for('update');
  for (const { case_id } of found) {
    const record = await lockCaseRecord(tx, case_id);
    if (record === null) continue;
    const team_id =
      record.status === requestedStatus && tech_center_id !== null
        ? await dealCase(tx, { center_id: tech_center_id, team_id: null }, now)
        : null;
    const moved = { ...record, facts: { ...record.facts, tech_center_id } };
    if (tech_center_id !== null)
      await notifyNewCenter(tx, moved, { center_id: tech_center_id, by: caller.id, now });
    await saveCase(
      tx,
      moved,
      { tech_center_id, team_id, ...dueAt(record.row, center) },
      {
        action: 'change-center',
        description: center?.name ?? '',
        notify: record.status === requestedStatus ? [...notifiesNewCenter] : [],
        author: authorOf(caller),
        request_id,
        now,
      },
    );
  }
  return found.length;
}
