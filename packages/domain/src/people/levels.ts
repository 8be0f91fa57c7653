/**
 * Who may touch whom: nobody a user of their own level or above, nor grant such a role (level 5 may); nobody
 * their own role, level or group; and the last active user of level 5 stays. Scope is judged elsewhere.
 * Source: decisions, section 2.
 */
import type { RefusalCode } from '../kit/refusal.ts';
import { levelOf, roleFitsGroup, topLevel } from './roles.ts';
import type { GroupType, RoleKey } from './roles.ts';

interface Person {
  readonly id: number;
  readonly role_key: RoleKey;
}

const outranks = (actor: Person, role_key: RoleKey): boolean =>
  levelOf(actor.role_key) === topLevel || levelOf(role_key) < levelOf(actor.role_key);

/** May the actor create, change or delete this other user? */
export function touchFault(actor: Person, target: Person): RefusalCode | null {
  return outranks(actor, target.role_key) ? null : 'user/level-too-high';
}

/** May the actor give this role to the target (`null`: a user still to be made) in a group of this type? */
export function grantFault(
  actor: Person,
  target: Person | null,
  role_key: RoleKey,
  group_type: GroupType,
): RefusalCode | null {
  if (target !== null && target.id === actor.id) return 'user/own-role';
  if (!outranks(actor, role_key)) return 'user/grant-too-high';
  return roleFitsGroup(role_key, group_type) ? null : 'user/role-unfit-for-group';
}

/** May this user stop being an active user of their level: deleted, withdrawn, made dormant or moved down? */
export function removalFault(target: Person, activeTopLevelUsers: number): RefusalCode | null {
  return levelOf(target.role_key) === topLevel && activeTopLevelUsers <= 1 ? 'user/last-top-level' : null;
}
