/** One case in full for one caller, and the door before it: out of sight is not found, an ADMIN states a reason. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { mayEdit } from '@rhythmdesk/domain/case/edits';
import { can, has, may, reaches, seesInternalComments } from '@rhythmdesk/domain/people/can';
import { patientFor } from '@rhythmdesk/domain/people/masking';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { readerOf, reportSources, visibleVersions } from '@rhythmdesk/domain/report/versions';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { caseFiles, cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { caseRowOf, readBeside, type Detail } from './case-answer.ts';
import { turnFor } from './case-turn.ts';
import { readCaseRecord, type CaseRecord } from '../../records/cases/case-record.ts';

const opened = 'case.open';

/** Has this user given a reason for this case since the present session began? */
async function reasonGiven(db: Queryable, caller: Caller, case_id: number): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from audit_log a join sessions s on s.token_hash = ${caller.session.token_hash}
    where a.user_id = ${caller.id} and a.action = ${opened} and a.target = ${`case ${String(case_id)}`}
      and a.at >= s.created_at limit 1`);
  return found.rows.length > 0;
}

/** The case, if this permission reaches it for the caller; else 404, or 422 where a reason is still owed. */
export async function seenCase(
  db: Queryable,
  caller: Caller,
  case_id: number,
  permission: Permission,
): Promise<CaseRecord> {
  const grant = can(caller.actor, permission);
  if (grant === 'never') throw new Refusal('auth/role-never');
  const record = await readCaseRecord(db, case_id);
  if (record === null || !reaches('case', caller.actor, grant, record.facts)) {
    throw new Refusal('object/not-found');
  }
  if (has(grant, 'reason') && !(await reasonGiven(db, caller, case_id))) {
    throw new Refusal('input/reason-missing', { fields: { reason: 'refusal.input.reason-missing' } });
  }
  return record;
}

export type Opening = {
  readonly reason: string | undefined;
  readonly request_id: string;
  readonly ip: string;
};

/** Writes the reason into the audit log where the caller's role owes one. */
export async function auditOpening(
  db: Queryable,
  caller: Caller,
  case_id: number,
  { reason, request_id, ip }: Opening,
): Promise<void> {
  const grant = can(caller.actor, 'case.read');
  if (reason === undefined || grant === 'never' || !has(grant, 'reason')) return;
  await db.insert(auditLog).values({
    user_id: caller.id,
    role_key: caller.role_key,
    action: opened,
    target: `case ${String(case_id)}`,
    reason,
    request_id,
    address: ip,
  });
}

export async function readVersions(db: Queryable, case_id: number) {
  const rows = await db
    .select({
      version: reportVersions,
      author: users.name,
      sha256: caseFiles.sha256,
      filename: caseFiles.filename,
    })
    .from(reportVersions)
    .innerJoin(users, eq(users.id, reportVersions.created_by))
    .innerJoin(caseFiles, eq(caseFiles.file_id, reportVersions.file_id))
    .where(eq(reportVersions.case_id, case_id));
  return rows.map(({ version, ...rest }) => ({
    ...version,
    ...rest,
    released_ms: version.released_at?.getTime() ?? null,
  }));
}

async function versionsFor(
  db: Queryable,
  caller: Caller,
  case_id: number,
): Promise<CaseDetail['report_versions']> {
  const visible = visibleVersions(await readVersions(db, case_id), readerOf(caller.actor.group_type));
  return visible.map((version, index) => ({
    report_version: version.report_version,
    file_id: version.file_id,
    created_at: version.created_at.toISOString(),
    created_by: { id: version.created_by, name: version.author },
    source: z.enum(reportSources).parse(version.source),
    current: index === 0,
  }));
}

async function earlierOf(db: Queryable, { row }: CaseRecord): Promise<CaseDetail['earlier']> {
  if (row.patient_id === null || row.patient_id === '') return [];
  const found = await db
    .select()
    .from(cases)
    .where(
      and(
        eq(cases.hospital_id, row.hospital_id),
        eq(cases.patient_id, row.patient_id),
        ne(cases.case_id, row.case_id),
        sql`${cases.recording_start} < coalesce(${row.recording_start?.toISOString() ?? null}::timestamptz, now())`,
      ),
    )
    .orderBy(desc(cases.recording_start))
    .limit(5);
  return found.map((earlier) => ({
    case_id: earlier.case_id,
    hn_id: earlier.hn_id,
    recording_start: earlier.recording_start?.toISOString() ?? null,
    recording_seconds: earlier.recording_seconds,
    af_share: earlier.af_share,
  }));
}

const leadLabels = z.array(z.object({ label: z.string() }));
const gapList = z.array(z.unknown());

function recordingState(
  record: CaseRecord,
  caller: Caller,
  recording: typeof recordings.$inferSelect | undefined,
): CaseDetail['recording'] {
  if (!may('case', caller.actor, 'recording.read', record.facts)) return 'not_allowed';
  if (recording === undefined) return record.row.job_count > 0 ? 'processing' : 'none';
  return recording.purged_at === null ? 'ready' : 'purged';
}

function recordingFacts(recording: typeof recordings.$inferSelect | undefined) {
  return {
    leads: recording === undefined ? [] : leadLabels.parse(recording.leads).map(({ label }) => label),
    sampling_hz: recording?.sampling_hz ?? null,
    analysable_share: recording?.analysable_share ?? null,
    gap_count: recording === undefined ? null : gapList.parse(recording.gaps).length,
    view_mismatch: (recording?.view_mismatches ?? 0) > 0,
  };
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
  const [recording] = await db.select().from(recordings).where(eq(recordings.case_id, case_id));
  const [owner] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.id, row.owner_id));
  const [order] = await db
    .select({ file_id: caseFiles.file_id })
    .from(caseFiles)
    .where(and(eq(caseFiles.case_id, case_id), eq(caseFiles.kind, 'order')));
  const { patient } = patientFor(actor, row);
  const besides = await readBeside(db, [case_id]);
  const seesReport = may('case', actor, 'file.report', facts);
  return {
    ...caseRowOf(record, caller, besides.get(case_id), now),
    ...(await turnFor(db, record, caller)),
    phone_number: patient.phone_number,
    owner: owner ?? null,
    attachment_date: row.attachment_date,
    detachment_date: row.detachment_date,
    product_name: row.product_name,
    comment: row.comment,
    technician_comment: row.technician_comment,
    close_reason: row.close_reason,
    time_zone: hospital.time_zone,
    recording: recordingState(record, caller, recording),
    ...recordingFacts(recording),
    has_order: order !== undefined && seesReport,
    can_edit_patient: mayEdit(facts, 'patient', actor),
    can_edit_reading: mayEdit(facts, 'reading', actor),
    can_add_user_file: mayEdit(facts, 'user-file', actor),
    can_comment: mayEdit(facts, 'comment', actor),
    can_comment_internally: mayEdit(facts, 'comment', actor) && seesInternalComments(actor),
    report_versions: seesReport ? await versionsFor(db, caller, case_id) : [],
    earlier: await earlierOf(db, record),
  };
}
