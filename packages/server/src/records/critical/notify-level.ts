/**
 * Notifies the levels of a critical finding, one after the other. The case's row is locked before each change, and each
 * notification writes its event in the same transaction.
 */
import { escalationLevels, nextLevel } from '@rhythmdesk/domain/critical/critical-rules';
import { underWayStates, type CriticalEvent } from '@rhythmdesk/domain/critical/critical-states';
import { notificationsOfFinding } from '@rhythmdesk/domain/notice/critical-findings';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { criticalEvents, criticalFindings } from '../../platform/db/schema/critical.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { CaseRecord } from '../cases/case-record.ts';
import { notifyRecipients } from '../notices/notify-recipients.ts';
import { readCriticalSettings, type StandingSettings } from './critical-settings.ts';

export type FindingRow = typeof criticalFindings.$inferSelect;

type NewEvent = Omit<typeof criticalEvents.$inferInsert, 'event'> & { readonly event: CriticalEvent };

export async function addEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx.insert(criticalEvents).values(event);
}

/** Notifies one level of a finding, and queues the next. */
export async function notifyLevel(
  tx: Tx,
  finding: Pick<FindingRow, 'finding_id' | 'case_id' | 'found_at'>,
  level: number,
  context: {
    readonly record: CaseRecord;
    readonly settings: StandingSettings['settings'];
    readonly by: number | null;
    readonly now: Date;
  },
): Promise<void> {
  const { record, settings, by, now } = context;
  const { finding_id, case_id, found_at } = finding;
  const name = escalationLevels[level - 1];
  if (name === undefined) return;
  const { row, facts } = record;
  const people = { ...row, tech_center_id: facts.tech_center_id, previous_technician_id: row.technician_id };
  const parameters = { hn_id: row.hn_id };
  await notifyRecipients(tx, {
    case_id,
    people,
    notify: notificationsOfFinding[name],
    actor_id: by,
    now,
    parameters,
  });
  await addEvent(tx, { finding_id, case_id, event: 'notified', level, user_id: by, created_at: now });
  await queueNextLevel(tx, { finding_id, found_at }, level, settings);
}

/** Returns when the level after `notifiedLevel` is notified; null if that was the last. */
export function levelAfter(
  { found_at }: Pick<FindingRow, 'found_at'>,
  notifiedLevel: number,
  { escalation }: StandingSettings['settings'],
) {
  const next = nextLevel(notifiedLevel, escalation);
  return next === null ? null : { ...next, at: new Date(found_at.getTime() + 60_000 * next.minutes) };
}

/** Queues the job of the next level; a waiting job of the same level is replaced. */
export async function queueNextLevel(
  tx: Tx,
  finding: Pick<FindingRow, 'finding_id' | 'found_at'>,
  notifiedLevel: number,
  settings: StandingSettings['settings'],
): Promise<void> {
  const next = levelAfter(finding, notifiedLevel, settings);
  if (next === null) return;
  const { finding_id } = finding;
  const key = `${String(finding_id)}-${String(next.level)}`;
  await enqueue(tx, 'escalate-critical', { finding_id, level: next.level }, { key, run_at: next.at });
}

const hospitalLevel = 1 + escalationLevels.indexOf('hospital');

/**
 * Notifies the center to which a case was moved: its first level of each finding in progress, from which the later ones
 * follow, and a search of the case by the rules of this center. A finding of which the hospital was notified stays at
 * that level. The case's row is locked.
 */
export async function notifyNewCenter(
  tx: Tx,
  record: CaseRecord,
  { center_id, by, now }: { readonly center_id: number; readonly by: number; readonly now: Date },
): Promise<void> {
  const { case_id } = record.row;
  const underWay = await tx
    .select()
    .from(criticalFindings)
    .where(and(eq(criticalFindings.case_id, case_id), inArray(criticalFindings.state, underWayStates)))
    .orderBy(asc(criticalFindings.finding_id));
  const { settings } = await readCriticalSettings(tx, center_id);
  for (const finding of underWay) {
    const { finding_id, level } = finding;
    if (level < hospitalLevel)
      await tx.update(criticalFindings).set({ level: 1 }).where(eq(criticalFindings.finding_id, finding_id));
    await notifyLevel(tx, finding, 1, { record, settings, by, now });
  }
  await enqueue(tx, 'find-critical', { case_id }, { key: String(case_id) });
}
