/**
 * Decides who may edit which user. Scope is checked elsewhere.
 * 1. Nobody may edit a user of their own level or above, or grant such a role (level 5 may).
 * 2. Nobody may change their own role, level or group.
 * 3. The last active user of level 5 cannot be removed.
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

/** Returns why the actor may not create, change or delete this other user, or null. */
export function touchFault(actor: Person, target: Person): RefusalCode | null {
  return outranks(actor, target.role_key) ? null : 'user/level-too-high';
}

/**
 * Returns why the actor may not give this role to the target in a group of this type, or null. A `null` target is a
 * user still to be created.
 */
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

/**
 * Returns why this user may not stop being an active user of their level (deleted, withdrawn, made dormant or moved
 * down), or null.
 */
export function removalFault(target: Person, activeTopLevelUsers: number): RefusalCode | null {
  return levelOf(target.role_key) === topLevel && activeTopLevelUsers <= 1 ? 'user/last-top-level' : null;
}
