/**
 * Changes a case without changing its status: created by form, patient fields, the reading. Each change is one saved
 * version.
 */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { judgeEdit, type CaseEdit } from '@rhythmdesk/domain/case/edits';
import { dueMs } from '@rhythmdesk/domain/case/deadline';
import { dateFaults, type PatientDates } from '@rhythmdesk/domain/case/patient-dates';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { figuresFit, rewritten } from '@rhythmdesk/domain/report/conclusion';
import { messageKeyOf } from '@rhythmdesk/domain/kit/refusal';
import { notificationsOfSeverity } from '@rhythmdesk/domain/notice/critical-findings';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
import { conditionOf, holds } from '@rhythmdesk/domain/people/scope';
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import type { Acting, Caller } from '../../platform/http/caller.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';
import { grantFor } from './case-list.ts';
import { lockCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';
import { changeOf } from '../../records/cases/edit-effects.ts';
import {
  authorOf,
  insertCase,
  saveCase,
  type CaseChange,
  type Saving,
} from '../../records/cases/save-case.ts';

export type EditContext = { readonly caller: Caller; readonly request_id: string; readonly now: Date };

/** The user who saves, the request and the time. */
type SavedBy = Pick<EditContext, 'request_id' | 'now'> & { readonly caller: Acting };

export function savedBy({ caller, request_id, now }: SavedBy) {
  return { author: authorOf(caller), request_id, now };
}

type CreateInput = ParsedOf<typeof caseRoutes.createCase>;
type UpdateInput = ParsedOf<typeof caseRoutes.updateCase>;
type ReadingInput = ParsedOf<typeof caseRoutes.updateReading>;

const taken = new Refusal('case/hn-id-taken', { fields: { hn_id: 'refusal.case.hn-id-taken' } });

/** Stores fields with empty text as absent; the comment stays text, empty or not. */
function withoutBlanks(fields: Readonly<Record<string, unknown>>): CaseChange {
  const change: CaseChange = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined)
      Object.assign(change, { [name]: value === '' && name !== 'comment' ? null : value });
  }
  return change;
}

/** Returns the hospital of a new case: the caller's own, or another one that the permission covers. */
export async function hospitalFor(tx: Queryable, caller: Caller, requested: number | undefined) {
  const grant = grantFor(caller, 'case.create');
  const own = caller.user_group.type === 'hospital' ? caller.user_group.id : undefined;
  const hospital_id = requested ?? own;
  if (hospital_id === undefined) {
    throw new Refusal('input/field-missing', { fields: { hospital_id: 'refusal.input.field-missing' } });
  }
  const [hospital] = await tx
    .select()
    .from(userGroups)
    .where(
      and(eq(userGroups.id, hospital_id), eq(userGroups.type, 'hospital'), isNull(userGroups.deleted_at)),
    );
  const facts = {
    hospital_id,
    tech_center_id: hospital?.tech_center_id ?? null,
    technician_id: null,
    technician_group_id: null,
    confirmer_id: null,
    uploader_group_id: null,
  };
  if (hospital === undefined || !holds(conditionOf('case', caller.actor, grant), facts)) {
    throw new Refusal('object/not-found');
  }
  return hospital;
}

/** Refuses dates that no patient can have; the check covers all dates that the case will have after the change. */
export function proveDates(dates: PatientDates, hospital: { readonly time_zone: string }, now: Date): void {
  const faults = dateFaults(dates, dateIn(hospital.time_zone, now.getTime()));
  const [first] = faults;
  if (first === undefined) return;
  const fields = faults.map(({ field, code }): [string, string] => [field, messageKeyOf(code)]);
  throw new Refusal(first.code, { fields: Object.fromEntries(fields) });
}

export async function createCase(tx: Tx, input: CreateInput, context: EditContext) {
  const { hospital_id, hn_id, ...fields } = input;
  const hospital = await hospitalFor(tx, context.caller, hospital_id);
  proveDates(fields, hospital, context.now);
  const hnId = normaliseHnId(hn_id);
  if (hnId === null)
    throw new Refusal('case/hn-id-invalid', { fields: { hn_id: 'refusal.case.hn-id-invalid' } });
  const values = { ...withoutBlanks(fields), hn_id: hnId, hospital_id: hospital.id };
  const made = await insertCase(tx, values, { description: '', ...savedBy(context) });
  if (made === null) throw taken;
  return made;
}

/**
 * Locks and returns the case if the caller may make this kind of change to this version, with the changes that follow
 * from it.
 */
export async function openEdit(
  tx: Tx,
  key: { readonly case_id: number; readonly version: number },
  edit: CaseEdit,
  { caller, now }: EditContext,
): Promise<{ record: CaseRecord; also: CaseChange }> {
  const record = await lockCaseRecord(tx, key.case_id);
  if (record === null) throw new Refusal('object/not-found');
  const judged = judgeEdit(record.facts, edit, caller.actor, key.version);
  if (!judged.ok) throw new Refusal(judged.code);
  return { record, also: changeOf(judged.effects, now) };
}

async function saveEdit(
  tx: Tx,
  record: CaseRecord,
  change: CaseChange,
  what: Pick<Saving, 'action' | 'description' | 'notify'>,
  context: EditContext,
) {
  const version = await saveCase(tx, record, change, { ...what, ...savedBy(context) });
  return { case_id: record.row.case_id, version };
}

/** Moves the due date if the priority changes after the request. */
function dueWith(record: CaseRecord, priority: UpdateInput['priority']): CaseChange {
  const { requested_date } = record.row;
  if (priority === undefined || requested_date === null || record.center === null) return {};
  const { turnaround_normal_h: normal, turnaround_urgent_h: urgent } = record.center;
  return { report_due_date: new Date(dueMs(requested_date.getTime(), priority, { normal, urgent })) };
}

/**
 * Returns the dates after the change if the change affects them: a fault that an older version accepted never prevents
 * the correction of another field.
 */
function changedDates({ row }: CaseRecord, fields: Partial<UpdateInput>): PatientDates {
  const { birth_date, attachment_date = row.attachment_date, detachment_date = row.detachment_date } = fields;
  const touchesPatch = fields.attachment_date !== undefined || fields.detachment_date !== undefined;
  return touchesPatch ? { birth_date, attachment_date, detachment_date } : { birth_date };
}

export async function updateCase(tx: Tx, input: UpdateInput, context: EditContext) {
  const { case_id, version, ...fields } = input;
  const { record, also } = await openEdit(tx, { case_id, version }, 'patient', context);
  proveDates(changedDates(record, fields), record.hospital, context.now);
  const change = { ...withoutBlanks(fields), ...dueWith(record, fields.priority), ...also };
  const what = { action: 'edit-patient', description: Object.keys(fields).join(', ') };
  return saveEdit(tx, record, change, what, context);
}

/** Returns the new comment with the marks of its figures; sent marks replace stored ones. */
function conclusionChange({ row }: CaseRecord, fields: Partial<ReadingInput>): CaseChange {
  const { technician_comment, conclusion_figures } = fields;
  if (technician_comment === undefined && conclusion_figures === undefined) return {};
  const text = technician_comment ?? row.technician_comment;
  const standing = { text: row.technician_comment, figures: row.conclusion_figures };
  const next =
    conclusion_figures === undefined ? rewritten(standing, text) : { text, figures: conclusion_figures };
  if (!figuresFit(next)) throw refuseField('report/figure-place', 'conclusion_figures');
  return { technician_comment: next.text, conclusion_figures: [...next.figures] };
}

/** The marks belong to the comment and are not a separate field in the history. */
const historyNames: Readonly<Record<string, string>> = { conclusion_figures: 'technician_comment' };

export async function updateReading(tx: Tx, input: ReadingInput, context: EditContext) {
  const { case_id, version, ...fields } = input;
  const { record, also } = await openEdit(tx, { case_id, version }, 'reading', context);
  const { severity } = fields;
  const change = { ...withoutBlanks({ severity }), ...conclusionChange(record, fields), ...also };
  const changed = Object.keys(fields).map((name) => historyNames[name] ?? name);
  const what = { action: 'edit-reading', description: [...new Set(changed)].join(', ') };
  const notify = notificationsOfSeverity(record.row.severity, fields.severity);
  return saveEdit(tx, record, change, { ...what, notify }, context);
}

/** Refuses unless the caller may change the reading of this version now. */
export async function mayChangeReading(
  tx: Tx,
  key: { readonly case_id: number; readonly version: number },
  context: EditContext,
): Promise<void> {
  await openEdit(tx, key, 'reading', context);
}

/** Saves a change of the reading that was computed elsewhere. */
export async function changeReading(
  tx: Tx,
  key: { readonly case_id: number; readonly version: number },
  change: CaseChange,
  description: string,
  context: EditContext,
) {
  const { record, also } = await openEdit(tx, key, 'reading', context);
  const what = { action: 'edit-reading', description };
  return saveEdit(tx, record, { ...change, ...also }, what, context);
}
