/**
 * Performs one action of the lifecycle table on one case: the domain decides over the locked row, then one guarded
 * update, one history row and the notifications follow, all in the caller's transaction.
 *
 * Invariant: of several calls with the same version only one changes the case; the others are refused.
 */
import type { ActionInput as ActionBody } from '@rhythmdesk/contract/case-actions';
import { dueMs } from '@rhythmdesk/domain/case/deadline';
import type { Colleague } from '@rhythmdesk/domain/case/facts';
import type { OpenPoint } from '@rhythmdesk/domain/case/open-points';
import { transitionOf, type CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { eventOfAction } from '@rhythmdesk/domain/integration/webhook-events';
import { priorities } from '@rhythmdesk/domain/case/status';
import { step, type Decision } from '@rhythmdesk/domain/case/step';
import type { Effect } from '@rhythmdesk/domain/case/transition';
import { isSigningAct } from '@rhythmdesk/domain/report/signing';
import { withSeverity } from '@rhythmdesk/domain/notice/critical-findings';
import { countUnlisted } from '@rhythmdesk/ecg/rhythm/summary';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { reportVersions } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Acting } from '../../platform/http/caller.ts';
import { Refusal, refusalFrom, refuseField } from '../../platform/http/refusal.ts';
import { lockCaseRecord, readCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';
import { savedBy } from '../../records/cases/open-edit.ts';
import { addStatedReport, asksReading, keepStatement, proveFolded, type FoldedReading } from './left-out.ts';
import { keepOpenPoints, unstatedPoints } from './open-points.ts';
import { priceOfCase } from './price-case.ts';
import { keepSignature, signedFile, type Signing } from './sign-report.ts';
import { dealCase, holdDealings, holdTeam } from '../../records/cases/deal-case.ts';
import { queueEvent } from '../../records/partners/queue-events.ts';
import { queueResults } from '../../records/partners/queue-results.ts';
import { saveCase, type CaseChange } from '../../records/cases/save-case.ts';
import { drawSecond } from '../../records/readings/second-reading.ts';
import { actorColumns, actorOf, isActive } from '../../records/people/actor.ts';

export type ActionContext = {
  readonly caller: Acting;
  readonly request_id: string;
  readonly now: Date;
  /** IANA time zone in which invoice months and price days begin. */
  readonly billing_time_zone: string;
  /** Checked before the transaction, so that a wrong password counts even if the action is refused. */
  readonly password: 'absent' | 'right' | 'wrong';
  /**
   * Random number from 0 to 1, drawn before the transaction, so that a retry of the transaction gives the same result.
   */
  readonly chance: number;
  /** For an act that signs the report; made before the transaction. */
  readonly signing?: Signing | undefined;
  /** For an act that needs what the reading leaves out; replayed before the transaction. */
  readonly reading?: FoldedReading | undefined;
};

/** Returns a named user, locked until the transaction ends: one who leaves meanwhile is waited for, and is then unfit. */
async function colleague(tx: Queryable, id: number | undefined): Promise<Colleague | null | undefined> {
  if (id === undefined) return undefined;
  const [found] = await tx
    .select(actorColumns)
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(eq(users.id, sql.placeholder('id')))
    .for('share', { of: users })
    .prepare('colleague')
    .execute({ id });
  if (found === undefined) return null;
  const { user, group } = found;
  const { role_key, tech_center_id } = actorOf(user, group, []);
  return { id, role_key, tech_center_id, active: isActive(user, group) };
}

function dueDate(record: CaseRecord, requested: Date): Date {
  const priority = priorities.find((word) => word === record.row.priority) ?? 'normal';
  const { center } = record;
  if (center === null) throw new Error('a case without a center cannot be requested');
  const turnaround = { normal: center.turnaround_normal_h, urgent: center.turnaround_urgent_h };
  return new Date(dueMs(requested.getTime(), priority, turnaround));
}

type EffectColumns = (record: CaseRecord, now: Date, body: ActionBody) => CaseChange;

const effectColumns: Readonly<Record<Effect, EffectColumns>> = {
  'set-requested': (record, now) => ({
    requested_date: now,
    report_due_date: dueDate(record, now),
    tech_center_id: record.facts.tech_center_id,
  }),
  // `dealCase` selects the team, below.
  'deal-team': () => ({}),
  'set-team': () => ({}),
  'clear-requested': () => ({ requested_date: null, report_due_date: null }),
  'assign-self': () => ({}),
  'assign-target': () => ({}),
  'clear-technician': () => ({}),
  'ask-verification': (_record, now) => ({ verification_requested_at: now, verified_at: null }),
  verify: (_record, now) => ({ verified_at: now }),
  'clear-verified': () => ({ verified_at: null }),
  'drop-verification': () => ({ verification_requested_at: null, verified_at: null }),
  confirm: (_record, now) => ({ confirmed_date: now }),
  'release-report': () => ({}),
  'begin-correction': (_record, now) => ({ edit_started_at: now, edit_saved_at: null }),
  'end-correction': () => ({ edit_started_at: null, edit_saved_at: null }),
  close: (_record, now, { comment }) => ({ closed_at: now, close_reason: comment ?? '' }),
};

async function changeOfAction(
  tx: Tx,
  record: CaseRecord,
  { status, technician_id, confirmer_id, team_id, effects }: Decision,
  body: ActionBody,
  { now, billing_time_zone }: ActionContext,
): Promise<CaseChange> {
  const change: CaseChange = { status, technician_id, confirmer_id, team_id };
  for (const effect of effects) Object.assign(change, effectColumns[effect](record, now, body));
  const { tech_center_id: center_id } = record.facts;
  if (effects.includes('deal-team') && center_id !== null)
    change.team_id = await dealCase(tx, { center_id, team_id }, now);
  if (!effects.includes('confirm')) return change;
  return { ...change, ...(await priceOfCase(tx, record, now, billing_time_zone)) };
}

/** Lets the domain decide about the action on this record. */
async function judgeCaseAction(
  tx: Queryable,
  record: CaseRecord | null,
  action: CaseAction,
  body: ActionBody,
  { caller, password, reading }: Pick<ActionContext, 'caller' | 'password' | 'reading'>,
): Promise<{ record: CaseRecord; decision: Decision; open_points: readonly OpenPoint[] }> {
  if (record === null) throw new Refusal('object/not-found');
  const open_points = await unstatedPoints(tx, record, reading);
  const decision = step(record.facts, action, caller.actor, {
    version: body.version,
    comment: body.comment,
    technician: await colleague(tx, body.technician_id),
    confirmer: await colleague(tx, body.confirmer_id),
    team_id: body.team_id,
    left_out: countUnlisted(reading?.left_out ?? []),
    left_out_words: body.left_out_words,
    open_points,
    open_words: body.open_words,
    password,
  });
  if (decision.ok) return { record, decision, open_points };
  throw refusalFrom(decision);
}

/**
 * Throws every refusal that does not depend on the password, so that an attempt is counted only if nothing else stops
 * the call.
 */
export async function judgeBesidesPassword(
  db: Queryable,
  action: CaseAction,
  body: ActionBody,
  caller: Acting,
  reading?: FoldedReading,
): Promise<void> {
  const context = { caller, password: 'right', reading } as const;
  await judgeCaseAction(db, await readCaseRecord(db, body.case_id), action, body, context);
}

/** Returns the description of an act for the history: the comment, the statements of a signature, or the new team. */
async function descriptionOf(
  tx: Tx,
  { facts }: CaseRecord,
  { effects, team_id }: Decision,
  { comment = '', open_words = '' }: ActionBody,
  { reading }: ActionContext,
): Promise<string> {
  if (effects.includes('verify') || effects.includes('release-report'))
    return [reading?.stated?.statement.words ?? '', open_words].filter((words) => words !== '').join('\n');
  if (!effects.includes('set-team')) return comment;
  const team = team_id === null ? '–' : await holdTeam(tx, facts.tech_center_id, team_id);
  if (team === null) throw refuseField('case/team-unfit', 'team_id');
  return comment === '' ? team : `${team}: ${comment}`;
}

const dealsTeam = (action: CaseAction): boolean =>
  transitionOf(action).ways.some(({ effects }) => effects.includes('deal-team'));

/** Returns the signed report of an act that signs one, with the description of the file for its history. */
async function signed(tx: Tx, action: CaseAction, case_id: number, { caller, now, signing }: ActionContext) {
  if (!isSigningAct(action)) return null;
  if (signing === undefined) throw new Error(`${action} without a signature`);
  const by = { caller, now, signing };
  return { by, file: await signedFile(tx, case_id, by) };
}

/** Checks, with the case's row locked, that the replayed reading of an act is still current. */
async function standingReading(tx: Tx, action: CaseAction, case_id: number, { reading }: ActionContext) {
  if (!asksReading(action)) return null;
  if (reading === undefined) throw new Error(`${action} without its reading`);
  await proveFolded(tx, case_id, reading);
  return reading;
}

/** Queues what other systems receive after an action: the released report, and the event. */
async function notifyPartners(
  tx: Tx,
  action: CaseAction,
  { row: { case_id, hospital_id } }: CaseRecord,
  { released, now }: { readonly released: number | undefined; readonly now: Date },
): Promise<void> {
  const report = released === undefined ? {} : { report_version: released };
  if (released !== undefined) await queueResults(tx, { case_id, hospital_id, report_version: released }, now);
  const event = eventOfAction(action);
  if (event !== null) await queueEvent(tx, { event, case_id, hospital_id, ...report }, now);
}

export type ActionAnswer = {
  readonly case_id: number;
  readonly version: number;
  readonly status: Decision['status'];
};

export async function performAction(
  tx: Tx,
  action: CaseAction,
  body: ActionBody,
  context: ActionContext,
): Promise<ActionAnswer> {
  if (dealsTeam(action)) await holdDealings(tx, [body.case_id], context.now);
  const locked = await lockCaseRecord(tx, body.case_id);
  const { record, decision, open_points } = await judgeCaseAction(tx, locked, action, body, context);
  const { case_id } = body;
  const reading = await standingReading(tx, action, case_id, context);
  const change = await changeOfAction(tx, record, decision, body, context);
  const signature = await signed(tx, action, case_id, context);
  const report = { case_id, report_author_id: record.facts.report_author_id };
  const stated = reading === null ? null : await addStatedReport(tx, report, reading, context);
  if (stated !== null) change.report_version = stated.report_version;
  const file_sha256 = signature?.file.sha256 ?? stated?.file_sha256;
  const version = await saveCase(tx, record, change, {
    action,
    ...(file_sha256 === undefined ? {} : { file_sha256 }),
    description: await descriptionOf(tx, record, decision, body, context),
    notify: withSeverity(decision.notify, record.row.severity),
    ...savedBy(context),
  });
  if (reading !== null && stated !== null) {
    const { report_version } = stated;
    await keepStatement(tx, { case_id, report_version, case_version: version }, reading, context);
  }
  const { open_words: words = '' } = body;
  await keepOpenPoints(tx, { case_id, case_version: version, points: open_points, words }, context);
  if (decision.effects.includes('release-report')) {
    await tx
      .update(reportVersions)
      .set({ released_at: context.now })
      .where(and(eq(reportVersions.case_id, case_id), isNull(reportVersions.released_at)));
  }
  if (decision.effects.includes('confirm')) await drawSecond(tx, record, context);
  if (signature !== null) {
    const kept = { ...signature.file, case_id, case_version: version, action };
    await keepSignature(tx, kept, signature.by);
  }
  const released = decision.effects.includes('release-report') ? signature?.file.report_version : undefined;
  await notifyPartners(tx, action, record, { released, now: context.now });
  return { case_id, version, status: decision.status };
}
