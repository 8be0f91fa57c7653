/**
 * Notifies the next level of an open finding, as a job.
 *
 * Invariant: a level is notified once, even if the job runs twice or a user notified the level early.
 */
import { isUnderWay } from '@rhythmdesk/domain/critical/critical-states';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { noteChangedCase } from '../../platform/audit/audited-call.ts';
import { criticalFindings } from '../../platform/db/schema/critical.ts';
import { transact } from '../../platform/db/transact.ts';
import { lockCaseRecord } from '../../records/cases/case-record.ts';
import { changeCriticalDue } from '../../records/cases/save-case.ts';
import type { CriticalDependencies } from './critical-dependencies.ts';
import { stateWord } from './critical-record.ts';
import { notifyLevel, type FindingRow } from '../../records/critical/notify-level.ts';
import { readCriticalSettings } from '../../records/critical/critical-settings.ts';

/** Returns the finding with its case, which is locked first; null if there is none. */
export async function lockFinding(tx: Tx, finding_id: number) {
  const one = eq(criticalFindings.finding_id, finding_id);
  const [known] = await tx.select({ case_id: criticalFindings.case_id }).from(criticalFindings).where(one);
  if (known === undefined) return null;
  const record = await lockCaseRecord(tx, known.case_id);
  const [finding] = await tx.select().from(criticalFindings).where(one);
  return record === null || finding === undefined ? null : { record, finding };
}
export type LockedFinding = NonNullable<Awaited<ReturnType<typeof lockFinding>>>;

/** Notifies this level, which has not been notified yet. */
export async function raiseLevel(
  tx: Tx,
  { record, finding }: LockedFinding,
  level: number,
  { by, now }: { readonly by: number | null; readonly now: Date },
): Promise<void> {
  const center_id = record.facts.tech_center_id;
  if (center_id === null) return;
  const { finding_id, case_id } = finding;
  await tx.update(criticalFindings).set({ level }).where(eq(criticalFindings.finding_id, finding_id));
  const { settings } = await readCriticalSettings(tx, center_id);
  await notifyLevel(tx, finding, level, { record, settings, by, now });
  await changeCriticalDue(tx, case_id, record.row.critical_due_at);
}

const waitsFor = ({ state, level: notifiedLevel }: FindingRow, level: number): boolean =>
  isUnderWay(stateWord.parse(state)) && notifiedLevel === level - 1;

export async function escalateCritical(
  { db, clock }: CriticalDependencies,
  { finding_id, level }: { readonly finding_id: number; readonly level: number },
): Promise<void> {
  await transact(db, async (tx) => {
    const locked = await lockFinding(tx, finding_id);
    if (locked === null || !waitsFor(locked.finding, level)) return;
    await raiseLevel(tx, locked, level, { by: null, now: clock.now() });
    const { case_id } = locked.finding;
    noteChangedCase({ case_id, target: `critical-notified/${String(finding_id)}` }, null);
  });
}
