/**
 * Deletes an institution. Its row stays, because cases and histories refer to it. The deletion is refused while it has
 * users, open cases or groups whose center it is. The caller's session ends as well, except for the top level.
 */
import { constantStatus } from '../../platform/db/constant-status.ts';
import { finishedStatus } from '@rhythmdesk/domain/case/status';
import type { InstitutionObstacles } from '@rhythmdesk/contract/institutions';
import { levelOf, topLevel } from '@rhythmdesk/domain/people/roles';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { assignedGroups, userGroups } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { conclude, lockInstitution, type Change } from './lock-institution.ts';
import { endSession } from '../../records/people/end-sessions.ts';

const counted = z.object({
  users: z.coerce.number(),
  open_cases: z.coerce.number(),
  groups: z.coerce.number(),
});

export async function obstaclesOf(db: Queryable, id: number): Promise<InstitutionObstacles> {
  const found = await db.execute(sql`select
    (select count(*) from users where user_group_id = ${id} and deleted_at is null and use_flag <> 'S') as users,
    (select count(*) from cases where (hospital_id = ${id} or tech_center_id = ${id} or technician_group_id = ${id}
      or team_id = ${id})
      and closed_at is null and status <> ${constantStatus(finishedStatus)}) as open_cases,
    (select count(*) from user_groups where tech_center_id = ${id} and deleted_at is null) as groups`);
  return counted.parse(found.rows[0]);
}

async function remove(tx: Tx, id: number, context: Change): Promise<void> {
  const { caller, now } = context;
  if (id === caller.user_group.id) throw new Refusal('group/own');
  const row = await lockInstitution(tx, caller, id, 'institution.delete');
  const { users, open_cases, groups } = await beyondScope(tx, () => obstaclesOf(tx, id));
  if (users > 0) throw new Refusal('group/has-users');
  if (open_cases > 0 || groups > 0) throw new Refusal('group/in-use');
  const version = row.version + 1;
  await tx.update(userGroups).set({ deleted_at: now, updated_at: now, version }).where(eq(userGroups.id, id));
  await tx.delete(assignedGroups).where(eq(assignedGroups.facility_id, id));
  await tx.delete(assignedGroups).where(eq(assignedGroups.group_id, id));
  const entries = [{ field: null, before: row.name, after: null }];
  await conclude(tx, { id, version, action: 'delete', entries }, context);
  if (levelOf(caller.role_key) < topLevel)
    await endSession(tx, caller.id, caller.session.token_hash, now, 'deletion');
}

export async function deleteInstitution(db: Db, id: number, context: Change): Promise<void> {
  await transact(db, (tx) => remove(tx, id, context));
}
