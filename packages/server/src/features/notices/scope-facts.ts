/** Reads the facts that decide who may receive events about a case, an upload, an institution or a user. */
import type { Facts } from '@rhythmdesk/domain/people/scope';
import { eq } from 'drizzle-orm';
import { caseScopeColumns } from '../../platform/db/case-scope-columns.ts';
import type { Db } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { institutionColumns, userColumns } from '../../records/people/user-scope.ts';

export async function caseScopeFacts(db: Db, case_id: number): Promise<Facts<'case'> | null> {
  const [facts] = await db
    .select(caseScopeColumns)
    .from(cases)
    .innerJoin(userGroups, eq(userGroups.id, cases.hospital_id))
    .where(eq(cases.case_id, case_id));
  return facts ?? null;
}

export async function institutionScopeFacts(db: Db, id: number): Promise<Facts<'institution'> | null> {
  const [facts] = await db.select(institutionColumns).from(userGroups).where(eq(userGroups.id, id));
  return facts ?? null;
}

export async function userScopeFacts(db: Db, id: number): Promise<Facts<'user'> | null> {
  const [facts] = await db
    .select(userColumns)
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(eq(users.id, id));
  return facts ?? null;
}

export async function uploadScopeFacts(db: Db, upload_id: string): Promise<Facts<'upload'> | null> {
  const [facts] = await db
    .select({
      hospital_id: uploads.hospital_id,
      tech_center_id: userGroups.tech_center_id,
      user_group_id: uploads.user_group_id,
    })
    .from(uploads)
    .innerJoin(userGroups, eq(userGroups.id, uploads.hospital_id))
    .where(eq(uploads.upload_id, upload_id));
  return facts ?? null;
}
