/**
 * Changes a case without changing its status: created by form, patient fields, the reading. Each change is one saved
 * version.
 */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { PatientDates } from '@rhythmdesk/domain/case/patient-dates';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { figuresFit, rewritten } from '@rhythmdesk/domain/report/conclusion';
import { notificationsOfSeverity } from '@rhythmdesk/domain/notice/critical-findings';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { dueWith } from '../../records/cases/edit-effects.ts';
import { insertCase, type CaseChange } from '../../records/cases/save-case.ts';
import { openEdit, savedBy, saveEdit, type EditContext } from '../../records/cases/open-edit.ts';
import { proveDates, requireNewCase } from '../../records/cases/new-case-checks.ts';

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

export async function createCase(tx: Tx, input: CreateInput, context: EditContext) {
  const { hospital_id, hn_id, ...fields } = input;
  const hospital = await requireNewCase(tx, context.caller, { hospital_id, dates: fields }, context.now);
  const hnId = normaliseHnId(hn_id);
  if (hnId === null)
    throw new Refusal('case/hn-id-invalid', { fields: { hn_id: 'refusal.case.hn-id-invalid' } });
  const values = { ...withoutBlanks(fields), hn_id: hnId, hospital_id: hospital.id };
  const made = await insertCase(tx, values, { description: '', ...savedBy(context) });
  if (made === null) throw taken;
  return made;
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
