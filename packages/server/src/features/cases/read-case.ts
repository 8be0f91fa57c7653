/** Reads one case in full for one caller. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { mayEdit } from '@rhythmdesk/domain/case/edits';
import { hospitalLanguage } from '@rhythmdesk/domain/people/hospital-language';
import { can, may, seesInternalComments } from '@rhythmdesk/domain/people/can';
import { patientFor, seesClinical, seesReading } from '@rhythmdesk/domain/people/masking';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { readerOf, visibleVersions } from '@rhythmdesk/domain/report/versions';
import type { Queryable } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { caseRowOf, type Detail } from './case-answer.ts';
import { readCaseDetails } from './case-details.ts';
import { turnFor } from './case-turn.ts';
import { readCriticalSettings } from '../../records/critical/critical-settings.ts';
import { hiddenCases } from '../../records/readings/hidden-results.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';

type Details = Awaited<ReturnType<typeof readCaseDetails>>;

function versionsFor({ versions }: Details, caller: Caller): CaseDetail['report_versions'] {
  const visible = visibleVersions(versions, readerOf(caller.actor.group_type));
  return visible.map((version, index) => ({
    report_version: version.report_version,
    file_id: version.file_id,
    created_at: version.created_at.toISOString(),
    created_by: { id: version.created_by, name: version.author },
    source: version.source,
    current: index === 0,
    signature: version.signature,
  }));
}

function recordingState(
  record: CaseRecord,
  caller: Caller,
  recording: Details['recording'],
): CaseDetail['recording'] {
  if (!may('case', caller.actor, 'recording.read', record.facts)) return 'not_allowed';
  if (recording === null) return record.row.job_count > 0 ? 'processing' : 'none';
  return recording.purged ? 'purged' : 'ready';
}

function recordingFacts(recording: Details['recording']) {
  return {
    leads: recording?.leads ?? [],
    sampling_hz: recording?.sampling_hz ?? null,
    analysable_share: recording?.analysable_share ?? null,
    gap_count: recording?.gap_count ?? null,
    view_mismatch: (recording?.view_mismatches ?? 0) > 0,
  };
}

function isClinical({ actor }: Caller): boolean {
  const grant = can(actor, 'case.read');
  return grant !== 'never' && seesClinical(grant);
}

/** Returns the question, its answer and the reason of closing, each if the caller may see it. */
function wordsFor({ row, hospital, facts }: CaseRecord, caller: Caller) {
  const clinical = isClinical(caller);
  return {
    comment: clinical ? row.comment : '',
    technician_comment: seesReading(caller.actor, facts) ? row.technician_comment : '',
    hospital_language: hospitalLanguage(hospital),
    conclusion_figures: seesReading(caller.actor, facts) ? row.conclusion_figures : [],
    close_reason: clinical ? row.close_reason : null,
  };
}

/** Returns earlier recordings without the results that are hidden from the caller. */
async function earlierFor(db: Queryable, { earlier }: Details, actor: Actor) {
  const ids = earlier.map(({ case_id }) => case_id);
  const hidden = await hiddenCases(db, actor, ids);
  return earlier.map(({ total: _total, ...one }) =>
    hidden.includes(one.case_id) ? { ...one, af_share: null } : one,
  );
}

/** Returns the rules with which the reading is checked, for a user who may edit it. */
async function rulesFor(
  db: Queryable,
  { facts }: CaseRecord,
  { actor }: Caller,
): Promise<CaseDetail['critical_rules']> {
  const { tech_center_id } = facts;
  if (tech_center_id === null || !mayEdit(facts, 'reading', actor)) return null;
  return (await readCriticalSettings(db, tech_center_id)).settings.rules;
}

export async function caseDetailFor(
  db: Queryable,
  record: CaseRecord,
  caller: Caller,
  now: Date,
): Promise<Detail> {
  const { row, facts, hospital } = record;
  const { case_id } = row;
  const { actor } = caller;
  const details = await readCaseDetails(db, case_id, actor);
  const { masked, patient } = patientFor(actor, row);
  const seesReport = !masked && may('case', actor, 'file.report', facts);
  return {
    ...caseRowOf(record, caller, details.joined, now),
    ...(await turnFor(db, record, caller)),
    phone_number: patient.phone_number,
    owner: { id: row.owner_id, name: details.owner_name },
    attachment_date: row.attachment_date,
    detachment_date: row.detachment_date,
    product_name: row.product_name,
    ...wordsFor(record, caller),
    time_zone: hospital.time_zone,
    recording: recordingState(record, caller, details.recording),
    ...recordingFacts(isClinical(caller) ? details.recording : null),
    has_order: details.has_order && seesReport,
    can_edit_patient: mayEdit(facts, 'patient', actor),
    can_edit_reading: mayEdit(facts, 'reading', actor),
    critical_rules: await rulesFor(db, record, caller),
    can_add_user_file: mayEdit(facts, 'user-file', actor),
    can_comment: mayEdit(facts, 'comment', actor),
    can_comment_internally: mayEdit(facts, 'comment', actor) && seesInternalComments(actor),
    can_answer_pins: mayEdit(facts, 'pin-answer', actor),
    report_versions: seesReport ? versionsFor(details, caller) : [],
    report_behind: seesReport && seesInternalComments(actor) && details.report_behind,
    earlier: isClinical(caller) ? await earlierFor(db, details, actor) : [],
    earlier_total: isClinical(caller) ? (details.earlier[0]?.total ?? 0) : 0,
  };
}
