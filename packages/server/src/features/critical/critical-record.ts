/**
 * Writes the rows of critical findings. The case's row is locked before each change, so that two changes run one after
 * the other; each change writes its event and the case's first deadline in the same transaction.
 */
import { criticalRuleKeys, escalationLevels, nextLevel } from '@rhythmdesk/domain/critical/critical-rules';
import {
  criticalStates,
  underWayStates,
  type CriticalEvent,
  type KeptFinding,
} from '@rhythmdesk/domain/critical/critical-states';
import { notificationsOfFinding } from '@rhythmdesk/domain/notice/critical-findings';
import { and, asc, eq, inArray, min } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { criticalEvents, criticalFindings } from '../../platform/db/schema/critical.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { changeCriticalDue } from '../../records/cases/save-case.ts';
import { notifyRecipients } from '../../records/notices/notify-recipients.ts';
import type { StandingSettings } from '../../records/critical/critical-settings.ts';

export type FindingRow = typeof criticalFindings.$inferSelect;

const ruleWord = z.enum(criticalRuleKeys);
export const stateWord = z.enum(criticalStates);
const storedPlaces = z.array(z.object({ start_sample: z.number(), end_sample: z.number() }));

export async function keptFindings(db: Queryable, case_id: number): Promise<KeptFinding[]> {
  const { finding_id, rule, state, start_sample, end_sample, places } = criticalFindings;
  const rows = await db
    .select({ finding_id, rule, state, start_sample, end_sample, places })
    .from(criticalFindings)
    .where(eq(criticalFindings.case_id, case_id))
    .orderBy(asc(finding_id));
  return rows.map((row) => ({
    ...row,
    rule: ruleWord.parse(row.rule),
    state: stateWord.parse(row.state),
    places: storedPlaces.parse(row.places),
  }));
}

export const ruleOf = (row: Pick<FindingRow, 'rule'>) => ruleWord.parse(row.rule);

type NewEvent = Omit<typeof criticalEvents.$inferInsert, 'event'> & { readonly event: CriticalEvent };

export async function addEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx.insert(criticalEvents).values(event);
}

/** Writes the first deadline of the open findings to the case and publishes it to the pages that show it. */
export async function renewCriticalDue(tx: Tx, case_id: number): Promise<void> {
  const [first] = await tx
    .select({ due_at: min(criticalFindings.due_at) })
    .from(criticalFindings)
    .where(and(eq(criticalFindings.case_id, case_id), inArray(criticalFindings.state, underWayStates)));
  await changeCriticalDue(tx, case_id, first?.due_at ?? null);
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
