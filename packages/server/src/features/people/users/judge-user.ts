/** The rules that every value of a user is held to, wherever it comes from. Each refusal names its field. */
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { messageKeyOf } from '@rhythmdesk/domain/kit/refusal';
import { isEmail, isLoginId } from '@rhythmdesk/domain/people/contact';
import { grantFault } from '@rhythmdesk/domain/people/levels';
import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import { isGroupType, type RoleKey } from '@rhythmdesk/domain/people/roles';
import type { UserField } from '@rhythmdesk/domain/people/user-fields';
import type { userGroups } from '../../../platform/db/schema/people.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { administers } from './lock-user.ts';

export function refuseUserField(code: RefusalCode, field: UserField | 'user_id'): Refusal {
  return new Refusal(code, { fields: { [field]: messageKeyOf(code) } });
}

export function judgeLoginId(user_id: string): void {
  if (!isLoginId(user_id)) throw refuseUserField('user/id-format', 'user_id');
}

export function judgeEmail(email: string): void {
  if (!isEmail(email)) throw refuseUserField('user/email-format', 'email');
}

export function judgePassword(password: string, user_id: string): void {
  const fault = passwordFault(password, user_id);
  if (fault !== null) throw refuseUserField(fault, 'password');
}

/** May the caller give this role to somebody in this group? `id` 0 is a user still to be made. */
export function judgePlace(
  caller: Caller,
  id: number,
  role_key: RoleKey,
  group: typeof userGroups.$inferSelect | null,
): asserts group is typeof userGroups.$inferSelect {
  if (group === null || !isGroupType(group.type) || !administers(caller, group, id))
    throw refuseUserField('user/group-unknown', 'user_group_id');
  const target = id === 0 ? null : { id, role_key };
  const fault = grantFault(caller, target, role_key, group.type);
  if (fault !== null) throw refuseUserField(fault, 'user_role_id');
}
