/** Validates the values of a user, wherever they come from. Each refusal names its field. */
import { isEmail, isLoginId } from '@rhythmdesk/domain/people/contact';
import { grantFault } from '@rhythmdesk/domain/people/levels';
import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import { isGroupType, type RoleKey } from '@rhythmdesk/domain/people/roles';
import type { userGroups } from '../../../platform/db/schema/people.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { refuseField } from '../../../platform/http/refusal.ts';
import { administers } from './lock-user.ts';

export function judgeLoginId(user_id: string): void {
  if (!isLoginId(user_id)) throw refuseField('user/id-format', 'user_id');
}

export function judgeEmail(email: string): void {
  if (!isEmail(email)) throw refuseField('user/email-format', 'email');
}

export function judgePassword(password: string, user_id: string): void {
  const fault = passwordFault(password, user_id);
  if (fault !== null) throw refuseField(fault, 'password');
}

/** Checks that the caller may give this role to a user in this group. `id` 0 is a user that does not exist yet. */
export function judgePlace(
  caller: Caller,
  id: number,
  role_key: RoleKey,
  group: typeof userGroups.$inferSelect | null,
): asserts group is typeof userGroups.$inferSelect {
  if (group === null || !isGroupType(group.type) || !administers(caller, group, id))
    throw refuseField('user/group-unknown', 'user_group_id');
  const target = id === 0 ? null : { id, role_key };
  const fault = grantFault(caller, target, role_key, group.type);
  if (fault !== null) throw refuseField(fault, 'user_role_id');
}
