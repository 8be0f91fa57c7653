/** Reads the upload history: a page with its total, the senders, and the rows in the form that a caller may see. */
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { uploadRoutes, UploadRow } from '@rhythmdesk/contract/uploads';
import { isCaseStatus } from '@rhythmdesk/domain/case/status';
import { outcomeOf, uploadStates } from '@rhythmdesk/domain/case/upload-outcome';
import { patientFor } from '@rhythmdesk/domain/people/masking';
import { isGroupType } from '@rhythmdesk/domain/people/roles';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import type { Asking } from '../../platform/http/caller.ts';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import {
  historyQuery,
  orderOf,
  sendersQuery,
  visibleCases,
  type HistoryFilter,
  type HistoryQuery,
} from './history-query.ts';
import { historyDetail, refusalDetail } from './history-detail.ts';
import { storedMetadata } from './upload-metadata.ts';

type Found = {
  readonly upload: typeof uploads.$inferSelect;
  readonly hospital: typeof userGroups.$inferSelect;
  readonly author: string;
  /** Null if no case was made or the caller may not see it. */
  readonly case_: typeof cases.$inferSelect | null;
};
export type Reader = { readonly caller: Asking; readonly language: Language };

function caseNow(row: Found['case_']): UploadRow['case'] {
  if (row === null) return null;
  if (!isCaseStatus(row.status)) throw new Error(`case ${String(row.case_id)} has no known status`);
  return { status: row.status, processing: row.job_count > 0, closed: row.closed_at !== null };
}

type PatientName = Pick<UploadRow, 'patient_first_name' | 'patient_last_name'>;
/**
 * Returns the state of a request that was sent with the upload. It is decided when the upload ends; an upload without a
 * case has nothing to request.
 */
function requestOf({ state, with_request, request_code }: Found['upload'], language: Language) {
  if (!with_request || state === 'refused' || state === 'cancelled') return null;
  const detail = refusalDetail(request_code, null, language);
  if (state !== 'done') return { state: 'waiting' as const, code: null, detail: null };
  return {
    state: request_code === null ? ('requested' as const) : ('refused' as const),
    code: request_code,
    detail,
  };
}

const emptyPatient: PatientName = { patient_first_name: null, patient_last_name: null };

/**
 * Returns the case's patient, or for an upload without a case the patient sent with it, both masked by the same rule.
 */
function patientOf({ upload, case_ }: Found, { actor }: Asking): PatientName {
  if (case_ === null && upload.case_id !== null) return emptyPatient;
  const given = storedMetadata.parse(upload.metadata).patient;
  const named = case_ ?? {
    patient_first_name: given.patient_first_name ?? null,
    patient_last_name: given.patient_last_name ?? null,
    birth_date: null,
    phone_number: null,
    technician_id: null,
  };
  const { patient_first_name, patient_last_name } = patientFor(actor, named).patient;
  return { patient_first_name, patient_last_name };
}

function rowOf(found: Found, { caller, language }: Reader): UploadRow {
  const { upload, hospital, author, case_ } = found;
  if (!isGroupType(hospital.type)) throw new Error('a group without a known type');
  const { upload_id, filename, hn_id, size_bytes, received_bytes, code, entry } = upload;
  const state = z.enum(uploadStates).parse(upload.state);
  return {
    upload_id,
    filename,
    hn_id,
    hospital: { id: hospital.id, name: hospital.name, type: hospital.type },
    state,
    outcome: outcomeOf(state, code),
    size_bytes,
    received_bytes,
    code,
    detail: historyDetail(upload, language),
    entry,
    case_id: upload.case_id,
    request: requestOf(upload, language),
    case: caseNow(case_),
    ...patientOf(found, caller),
    created_by: { id: upload.user_id, name: author },
    created_at: upload.created_at.toISOString(),
    finished_at: upload.finished_at?.toISOString() ?? null,
  };
}

const countRow = z.object({ total: z.coerce.number() });
const idRow = z.object({ upload_id: z.string() });

export async function countUploads(db: Db, { tables, where }: HistoryQuery): Promise<number> {
  const found = await db.execute(sql`select count(*) as total from ${tables} where ${where}`);
  return countRow.parse(found.rows[0]).total;
}

type Window = { readonly size: number; readonly offset: number };

/** Returns only the ids of a page; the other columns are read for the page's rows only. */
export async function uploadIds(
  db: Db,
  { tables, where }: HistoryQuery,
  sort: HistoryFilter['sort'],
  { size, offset }: Window,
): Promise<string[]> {
  const found = await db.execute(sql`select uploads.upload_id from ${tables} where ${where}
    order by ${orderOf(sort)} limit ${size} offset ${offset}`);
  return found.rows.map((row) => idRow.parse(row).upload_id);
}

const passRow = z.object({ total: z.coerce.number(), upload_ids: z.array(z.string()) });

/**
 * Returns total and page of a search in one pass; an ordered index scan would read everything twice if few rows match.
 */
async function searchOnce(
  db: Db,
  { tables, where }: HistoryQuery,
  sort: HistoryFilter['sort'],
  { size, offset }: Window,
): Promise<z.output<typeof passRow>> {
  const found = await db.execute(sql`with found as materialized (
      select uploads.upload_id, uploads.created_at, uploads.size_bytes, uploads.filename, uploads.hn_id
      from ${tables} where ${where})
    select (select count(*) from found) as total, array(select upload_id from found uploads
      order by ${orderOf(sort)} limit ${size} offset ${offset}) as upload_ids`);
  return passRow.parse(found.rows[0]);
}

/** Returns the rows of these ids in the given order. */
export async function readUploads(db: Db, ids: readonly string[], reader: Reader): Promise<UploadRow[]> {
  if (ids.length === 0) return [];
  const found = await db
    .select({ upload: uploads, hospital: userGroups, author: users.name, case_: cases })
    .from(uploads)
    .innerJoin(userGroups, eq(userGroups.id, uploads.hospital_id))
    .innerJoin(users, eq(users.id, uploads.user_id))
    .leftJoin(cases, and(eq(cases.case_id, uploads.case_id), visibleCases(reader.caller)))
    .where(inArray(uploads.upload_id, [...ids]));
  const byId = new Map(found.map((each) => [each.upload.upload_id, each]));
  return ids.flatMap((id) => {
    const each = byId.get(id);
    return each === undefined ? [] : [rowOf(each, reader)];
  });
}

type ListInput = ParsedOf<typeof uploadRoutes.uploadHistory>;

export async function listUploads(db: Db, reader: Reader, input: ListInput, now: Date) {
  const { page, size, ...filter } = input;
  const query = historyQuery(filter, reader.caller, now);
  const window = { size, offset: (page - 1) * size };
  if (query.searched) {
    const { total, upload_ids } = await searchOnce(db, query, filter.sort, window);
    return { items: await readUploads(db, upload_ids, reader), total, page, size };
  }
  const [total, items] = await Promise.all([
    countUploads(db, query),
    uploadIds(db, query, filter.sort, window).then((ids) => readUploads(db, ids, reader)),
  ]);
  return { items, total, page, size };
}

const senderRow = z.object({ id: z.coerce.number(), name: z.string() });

export async function listSenders(
  db: Db,
  caller: Asking,
  dates: ParsedOf<typeof uploadRoutes.uploadSenders>,
  now: Date,
) {
  const { tables, where } = sendersQuery(dates, caller, now);
  const found = await db.execute(sql`select id, name from users
    where id in (select uploads.user_id from ${tables} where ${where}) order by name, id`);
  return { items: found.rows.map((row) => senderRow.parse(row)) };
}
