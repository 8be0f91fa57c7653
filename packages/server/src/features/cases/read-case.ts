/**
 * Reads one case in full for one caller and checks access to it: a case out of scope is not found, an ADMIN must state
 * a reason.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { mayEdit } from '@rhythmdesk/domain/case/edits';
import { can, has, may, reaches, seesInternalComments } from '@rhythmdesk/domain/people/can';
import { patientFor, seesClinical, seesReading } from '@rhythmdesk/domain/people/masking';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { readerOf, visibleVersions } from '@rhythmdesk/domain/report/versions';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { caseFiles, reportVersions } from '../../platform/db/schema/cases.ts';
import { reportSignatures } from '../../platform/db/schema/signing.ts';
import { users } from '../../platform/db/schema/people.ts';
import type { Asking, Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { caseRowOf, type Detail } from './case-answer.ts';
import { readCaseDetails } from './case-details.ts';
import { turnFor } from './case-turn.ts';
import { hiddenCases } from '../../records/readings/hidden-results.ts';
import { readCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';

const reasonRow = z.object({ reason: z.string() });

/** The user who reads. Reasons belong to sessions, so a job that reads for a user has none. */
export type Viewer = Asking & Partial<Pick<Caller, 'session'>>;

/** Returns the reason that this user gave for this case in the present session; null if none was given. */
async function reasonGiven(db: Queryable, caller: Viewer, case_id: number): Promise<string | null> {
  if (caller.session === undefined) return null;
  const found = await db.execute(sql`
    select a.reason from audit_log a join sessions s on s.token_hash = ${caller.session.token_hash}
    where a.case_id = ${case_id} and a.user_id = ${caller.id} and a.reason <> '' and a.outcome = 'done'
      and a.at >= s.created_at order by a.at desc, a.audit_id desc limit 1`);
  return found.rows.length === 0 ? null : reasonRow.parse(found.rows[0]).reason;
}

/** True if the caller needs a reason to open a case; the same applies to everything that belongs to the case. */
function owesReason({ actor }: Asking): boolean {
  const reading = can(actor, 'case.read');
  return reading !== 'never' && has(reading, 'reason');
}

/**
 * Returns the case if this permission covers it for the caller; otherwise refuses with 404, or with 422 if a reason is
 * missing. A reason applies to the case and the session; it is written to the audit log of every call that it allows.
 */
export async function seenCase(
  db: Queryable,
  caller: Viewer,
  case_id: number,
  permission: Permission,
  stated?: string,
): Promise<CaseRecord> {
  const grant = can(caller.actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  const record = await readCaseRecord(db, case_id);
  if (record === null || !reaches('case', caller.actor, grant, record.facts)) {
    throw new Refusal('object/not-found');
  }
  noteAudit({ case_id });
  if (!owesReason(caller)) return record;
  const reason = stated ?? (await reasonGiven(db, caller, case_id));
  if (reason === null) {
    throw new Refusal('input/reason-missing', { fields: { reason: 'refusal.input.reason-missing' } });
  }
  noteAudit({ reason });
  return record;
}

/** The documents of reports are read one by one. */
const { document: _document, ...withoutDocument } = getTableColumns(reportVersions);

/** For a signed version `file_id` is the signed file; `made_file_id` is the file without a signature. */
export async function readVersions(db: Queryable, case_id: number) {
  const rows = await db
    .select({
      version: withoutDocument,
      author: users.name,
      file_id: caseFiles.file_id,
      sha256: caseFiles.sha256,
      filename: caseFiles.filename,
      signature: reportSignatures,
    })
    .from(reportVersions)
    .innerJoin(users, eq(users.id, reportVersions.created_by))
    .leftJoin(
      reportSignatures,
      and(
        eq(reportSignatures.case_id, reportVersions.case_id),
        eq(reportSignatures.report_version, reportVersions.report_version),
      ),
    )
    .innerJoin(
      caseFiles,
      eq(caseFiles.file_id, sql`coalesce(${reportSignatures.file_id}, ${reportVersions.file_id})`),
    )
    .where(eq(reportVersions.case_id, case_id));
  return rows.map(({ version, ...rest }) => ({
    ...version,
    made_file_id: version.file_id,
    ...rest,
    released_ms: version.released_at?.getTime() ?? null,
  }));
}

/** Returns the files of versions that a signed file replaces. */
export async function replacedFiles(db: Queryable, case_id: number): Promise<ReadonlySet<number>> {
  const versions = await readVersions(db, case_id);
  const replaced = versions.filter(({ made_file_id, file_id }) => made_file_id !== file_id);
  return new Set(replaced.map(({ made_file_id }) => made_file_id));
}

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
function wordsFor({ row, facts }: CaseRecord, caller: Caller) {
  const clinical = isClinical(caller);
  return {
    comment: clinical ? row.comment : '',
    technician_comment: seesReading(caller.actor, facts) ? row.technician_comment : '',
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
    can_add_user_file: mayEdit(facts, 'user-file', actor),
    can_comment: mayEdit(facts, 'comment', actor),
    can_comment_internally: mayEdit(facts, 'comment', actor) && seesInternalComments(actor),
    can_answer_pins: mayEdit(facts, 'pin-answer', actor),
    report_versions: seesReport ? versionsFor(details, caller) : [],
    earlier: isClinical(caller) ? await earlierFor(db, details, actor) : [],
    earlier_total: isClinical(caller) ? (details.earlier[0]?.total ?? 0) : 0,
  };
}
