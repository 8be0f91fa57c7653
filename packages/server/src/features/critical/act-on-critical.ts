/**
 * Performs a user's act on a critical finding: confirm or reject it, record a call, record who in the hospital
 * acknowledged it, or notify the next level early. State, event, the case's deadline and the audit log are written in
 * one transaction.
 *
 * Invariant: of two users who act on the same state, one is refused.
 */
import type { criticalRoutes } from '@rhythmdesk/contract/critical';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import { escalationLevels } from '@rhythmdesk/domain/critical/critical-rules';
import {
  isUnderWay,
  stepCritical,
  underWayStates,
  type CriticalState,
} from '@rhythmdesk/domain/critical/critical-states';
import { eventOfCritical } from '@rhythmdesk/domain/integration/webhook-events';
import { may } from '@rhythmdesk/domain/people/can';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.ts';
import { noteChangedCase } from '../../platform/audit/audited-call.ts';
import { criticalFindings } from '../../platform/db/schema/critical.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { CriticalCall } from './critical-dependencies.ts';
import { renewCriticalDue, stateWord } from './critical-record.ts';
import { addEvent, queueNextLevel } from '../../records/critical/notify-level.ts';
import { readCriticalSettings } from '../../records/critical/critical-settings.ts';
import { queueEvent } from '../../records/partners/queue-events.ts';
import { lockFinding, raiseLevel, type LockedFinding } from './escalate-critical.ts';

type Input = ParsedOf<typeof criticalRoutes.actOnCritical>;
type Change = Partial<typeof criticalFindings.$inferInsert>;

const named = (input: Input) => {
  const { contact, way } = input;
  if (contact !== undefined && way !== undefined) return { contact, way };
  const missing = contact === undefined ? 'contact' : 'way';
  throw new Refusal('input/field-missing', { fields: { [missing]: 'refusal.input.field-missing' } });
};

/** Returns what an act writes besides the state. */
function changeOfFinding(input: Input, { caller, now }: CriticalCall): Change {
  switch (input.act) {
    case 'confirm':
      return { judged_by: caller.id, judged_at: now, ended_at: null };
    case 'refute':
      return { judged_by: caller.id, judged_at: now, ended_at: now };
    case 'call':
      return { called_at: now };
    case 'acknowledge': {
      const { contact, way } = named(input);
      const acknowledged = { acknowledged_by: caller.id, acknowledged_name: contact, acknowledged_way: way };
      return { ...acknowledged, acknowledged_at: now, ended_at: now };
    }
    case 'escalate':
      return {};
  }
}

/** Reopens a rejected finding that is now confirmed, unless the rule has opened another one meanwhile. */
async function reopen(tx: Tx, { finding, record }: LockedFinding): Promise<void> {
  const { case_id, rule, finding_id, level } = finding;
  const others = await tx
    .select({ id: criticalFindings.finding_id })
    .from(criticalFindings)
    .where(
      and(
        eq(criticalFindings.case_id, case_id),
        eq(criticalFindings.rule, rule),
        ne(criticalFindings.finding_id, finding_id),
        inArray(criticalFindings.state, underWayStates),
      ),
    );
  if (others.length > 0) throw new Refusal('critical/wrong-state');
  const center_id = record.facts.tech_center_id;
  if (center_id === null) return;
  await queueNextLevel(tx, finding, level, (await readCriticalSettings(tx, center_id)).settings);
}

async function follow(tx: Tx, locked: LockedFinding, before: CriticalState, { act }: Input) {
  const { case_id } = locked.finding;
  if (act === 'confirm' && !isUnderWay(before)) await reopen(tx, locked);
  // A false finding may have hidden another one, so the search runs again.
  if (act === 'refute') await enqueue(tx, 'find-critical', { case_id }, { key: String(case_id) });
}

async function perform(
  tx: Tx,
  input: Input,
  call: CriticalCall,
): Promise<OutputOf<typeof criticalRoutes.actOnCritical>> {
  const { finding_id, act, note } = input;
  const { caller, now } = call;
  const locked = await lockFinding(tx, finding_id);
  if (locked === null || !may('case', caller.actor, 'critical.act', locked.record.facts)) {
    throw new Refusal('object/not-found');
  }
  const { finding } = locked;
  const { case_id } = finding;
  const before = stateWord.parse(finding.state);
  const step = stepCritical(before, act);
  if (!step.ok) throw new Refusal(step.code);
  const who = { user_id: caller.id, role_key: caller.role_key, user_group_id: caller.user_group.id };
  noteChangedCase({ case_id, target: `critical-${act}/${String(finding_id)}` }, who);
  if (act === 'escalate') {
    if (finding.level >= escalationLevels.length) throw new Refusal('critical/wrong-state');
    await raiseLevel(tx, locked, finding.level + 1, { by: caller.id, now });
    return { finding_id, state: before };
  }
  const reached = act === 'call' || act === 'acknowledge' ? named(input) : {};
  await follow(tx, locked, before, input);
  await tx
    .update(criticalFindings)
    .set({ ...changeOfFinding(input, call), state: step.value })
    .where(eq(criticalFindings.finding_id, finding_id));
  await addEvent(tx, {
    finding_id,
    case_id,
    event: act,
    user_id: caller.id,
    note,
    ...reached,
    created_at: now,
  });
  await renewCriticalDue(tx, case_id);
  const event = eventOfCritical(act);
  const { hospital_id } = locked.record.row;
  if (event !== null) await queueEvent(tx, { event, case_id, hospital_id, finding_id }, now);
  return { finding_id, state: step.value };
}

export function actOnCritical(db: Db, input: Input, call: CriticalCall) {
  return transact(db, (tx) => perform(tx, input, call));
}
