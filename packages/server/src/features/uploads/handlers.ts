/** The upload history and the look at an HN ID before sending. */
import { uploadStates, type uploadRoutes, type UploadRow } from '@rhythmdesk/contract/uploads';
import { can } from '@rhythmdesk/domain/people/can';
import { isGroupType } from '@rhythmdesk/domain/people/roles';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, count, desc, eq, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { scopeSql } from '../../platform/db/scope-sql.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import type { Call, Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Language } from '../../platform/texts/language.ts';
import { refusalDetail } from './refusal-detail.ts';
import { hnIdOf } from './upload-metadata.ts';
import type { UploadTools } from './upload-tools.ts';

type HistoryCall = Call<(typeof uploadRoutes)['uploadHistory']>;

const columns = {
  hospital_id: uploads.hospital_id,
  tech_center_id: userGroups.tech_center_id,
  user_group_id: uploads.user_group_id,
};

function conditions({ caller, input: { state, q } }: HistoryCall) {
  const grant = can(caller.actor, 'upload.history');
  if (grant === 'never') throw new Refusal('auth/role-never');
  const part = `%${(q ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const hnPart = `%${(q ?? '').replaceAll('-', '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return and(
    scopeSql(conditionOf('upload', caller.actor, grant), columns),
    ne(uploads.state, 'cancelled'),
    state === undefined ? undefined : eq(uploads.state, state),
    q === undefined || q === ''
      ? undefined
      : or(sql`${uploads.filename} ilike ${part}`, sql`${uploads.hn_id} ilike ${hnPart}`),
  );
}

type Found = {
  upload: typeof uploads.$inferSelect;
  hospital: typeof userGroups.$inferSelect;
  author: string;
};

function rowOf({ upload, hospital, author }: Found, language: Language): UploadRow {
  if (!isGroupType(hospital.type)) throw new Error('a group without a known type');
  const { upload_id, filename, hn_id, size_bytes, received_bytes, code, entry } = upload;
  const state = z.enum(uploadStates).parse(upload.state);
  return {
    upload_id,
    filename,
    hn_id,
    hospital: { id: hospital.id, name: hospital.name, type: hospital.type },
    state,
    size_bytes,
    received_bytes,
    code,
    detail: refusalDetail(code, upload.parameters, language),
    entry,
    case_id: upload.case_id,
    created_by: { id: upload.user_id, name: author },
    created_at: upload.created_at.toISOString(),
    finished_at: upload.finished_at?.toISOString() ?? null,
  };
}

async function history({ db }: UploadTools, call: HistoryCall) {
  const { page, size } = call.input;
  const where = conditions(call);
  const [counted] = await db
    .select({ total: count() })
    .from(uploads)
    .innerJoin(userGroups, eq(userGroups.id, uploads.hospital_id))
    .where(where);
  const found = await db
    .select({ upload: uploads, hospital: userGroups, author: users.name })
    .from(uploads)
    .innerJoin(userGroups, eq(userGroups.id, uploads.hospital_id))
    .innerJoin(users, eq(users.id, uploads.user_id))
    .where(where)
    .orderBy(desc(uploads.created_at), desc(uploads.upload_id))
    .limit(size)
    .offset((page - 1) * size);
  const items = found.map((each) => rowOf(each, call.language));
  return { items, total: counted?.total ?? 0, page, size };
}

async function check(tools: UploadTools, call: Call<(typeof uploadRoutes)['checkHnId']>) {
  const { hn_id, hospital_id } = call.input;
  const hnId = hnIdOf(hn_id);
  const hospital = await tools.hospitalFor(tools.db, call.caller, hospital_id);
  try {
    const waiting = await tools.waitingCase(tools.db, hnId, hospital.id);
    return waiting === null
      ? { state: 'free' as const, case_id: null }
      : { state: 'attaches' as const, case_id: waiting.case_id };
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'case/hn-id-taken') {
      return { state: 'taken' as const, case_id: null };
    }
    throw fault;
  }
}

export function uploadHandlers(tools: UploadTools): Handlers<typeof uploadRoutes> {
  return {
    uploadHistory: (call) => history(tools, call),
    checkHnId: (call) => check(tools, call),
  };
}
