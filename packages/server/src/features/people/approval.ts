/**
 * Approves or refuses new accounts that wait for approval. The managers of the institution, the people of its center
 * and the administrators are notified of a sign-up; every user who may create such an account may decide. When an
 * account is refused, its personal data is deleted. The audit log keeps who refused it and why.
 */
import { groupName } from '@rhythmdesk/contract/people';
import type { WaitingUser } from '@rhythmdesk/contract/sign-up';
import { can, reaches } from '@rhythmdesk/domain/people/can';
import { touchFault } from '@rhythmdesk/domain/people/levels';
import { isRoleKey, levelOf, roleKeys, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { notificationTable } from '@rhythmdesk/domain/notice/notifications';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { scopeSql } from '../../platform/db/scope-sql.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { insertNotifications } from '../../records/notices/insert-notifications.ts';
import { mailedUser, mailUser, type MailedUser } from '../../records/people/mail-user.ts';
import { centerOf, userColumns } from '../../records/people/user-scope.ts';

type Newcomer = {
  readonly id: number;
  readonly user_id: string;
  readonly name: string;
  readonly role_key: RoleKey;
  readonly group: { readonly id: number; readonly name: string };
};

/**
 * Returns the active managers of the group, the people of its center and the administrators, each above the newcomer's
 * level.
 */
async function approversOf(tx: Tx, { role_key, group }: Newcomer): Promise<number[]> {
  const above = roleKeys.filter((key) => levelOf(key) > levelOf(role_key));
  const center = sql`(select case when g.type = 'tech_center' then g.id else g.tech_center_id end
    from ${userGroups} g where g.id = ${group.id})`;
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(
      and(
        or(
          and(eq(users.role_key, 'MANAGER'), eq(users.user_group_id, group.id)),
          and(eq(users.role_key, 'CENTER'), sql`${centerOf} = ${center}`),
          eq(users.role_key, 'ADMIN'),
        ),
        inArray(users.role_key, above),
        eq(users.use_flag, 'Y'),
        isNull(users.deleted_at),
        isNull(userGroups.deleted_at),
      ),
    )
    .orderBy(asc(users.id));
  return rows.map(({ id }) => id);
}

export async function notifyApprovers(tx: Tx, newcomer: Newcomer, now: Date): Promise<void> {
  const { category } = notificationTable['sign-up-waiting'];
  const { name: user_name, user_id, group } = newcomer;
  const parameters = { user_name, group_name: group.name };
  const approvers = await approversOf(tx, newcomer);
  const code = 'sign-up-waiting' as const;
  const rows = approvers.map((id) => ({ user_id: id, code, category, parameters, create_time: now }));
  await insertNotifications(tx, rows);
  for (const id of approvers) {
    const approver = await mailedUser(tx, id);
    if (approver === null) continue;
    await mailUser(tx, approver, { code, parameters: { ...parameters, user_id } });
  }
}

function condition(caller: Caller) {
  const grant = can(caller.actor, 'user.write');
  if (grant === 'never') throw new Refusal('auth/role-never');
  return scopeSql(conditionOf('user', caller.actor, grant), userColumns);
}

const mostWaiting = 100;

export async function listWaiting(db: Db, caller: Caller): Promise<{ items: WaitingUser[]; total: number }> {
  const touchable = roleKeys.filter((role_key) => touchFault(caller, { id: 0, role_key }) === null);
  const rows = await db
    .select({ user: users, group: userGroups, total: sql<number>`count(*) over ()::int` })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(
      and(
        condition(caller),
        inArray(users.role_key, touchable),
        eq(users.use_flag, 'W'),
        isNull(users.deleted_at),
      ),
    )
    .orderBy(asc(users.created_at), asc(users.id))
    .limit(mostWaiting);
  const items = rows.flatMap(({ user, group }) => {
    const { id, user_id, name, email, phone_number, department, role_key } = user;
    if (!isRoleKey(role_key)) return [];
    const created_at = user.created_at.toISOString();
    return [
      {
        id,
        user_id,
        name,
        email,
        phone_number,
        department,
        role_key,
        user_group: groupName.parse(group),
        created_at,
      },
    ];
  });
  return { items, total: rows[0]?.total ?? 0 };
}

/** Locks and returns the waiting user if the caller may decide about them, otherwise throws the refusal. */
async function lockWaiting(tx: Tx, caller: Caller, id: number): Promise<MailedUser> {
  const grant = can(caller.actor, 'user.write');
  if (grant === 'never') throw new Refusal('auth/role-never');
  const [row] = await tx
    .select({
      id: users.id,
      role_key: users.role_key,
      use_flag: users.use_flag,
      user_group_id: users.user_group_id,
      group_type: userGroups.type,
      tech_center_id: centerOf,
    })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
    .for('update', { of: users });
  if (row === undefined || !isRoleKey(row.role_key) || !reaches('user', caller.actor, grant, row)) {
    throw new Refusal('object/not-found');
  }
  const fault = touchFault(caller, { id: row.id, role_key: row.role_key });
  if (fault !== null) throw new Refusal(fault);
  if (row.use_flag !== 'W') throw new Refusal('user/not-waiting');
  const mailed = await mailedUser(tx, id);
  if (mailed === null) throw new Refusal('object/not-found');
  return mailed;
}

type Decision = { readonly id: number; readonly reason: string | null };
type Dependencies = { readonly db: Db; readonly clock: Clock };

async function letIn(tx: Tx, { name: user_name, ...user }: MailedUser, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ use_flag: 'Y', active_since: now, version: sql`${users.version} + 1`, updated_at: now })
    .where(eq(users.id, user.id));
  const parameters = { user_name, user_id: user.user_id, group_name: user.group_name };
  await mailUser(tx, user, { code: 'sign-up-approved', parameters });
}

async function turnAway(tx: Tx, { name: user_name, ...user }: MailedUser, reason: string): Promise<void> {
  const parameters = { user_name, group_name: user.group_name, reason };
  await mailUser(tx, user, { code: 'sign-up-refused', parameters });
  await tx.delete(users).where(eq(users.id, user.id));
}

/** Approves the account if `reason` is null, otherwise refuses it with this reason. */
export async function decide(
  { db, clock }: Dependencies,
  caller: Caller,
  { id, reason }: Decision,
): Promise<void> {
  const now = clock.now();
  await transact(db, async (tx) => {
    const waiting = await lockWaiting(tx, caller, id);
    await beyondScope(tx, () => (reason === null ? letIn(tx, waiting, now) : turnAway(tx, waiting, reason)));
    noteAudit({ target: `user/${String(id)}`, ...(reason === null ? {} : { reason }) });
  });
}
