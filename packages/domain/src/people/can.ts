/** Decides whether a caller may use a function, how far the permission reaches, and whether it includes an object. */
import { permissions, rowRole } from './permissions.ts';
import type { Flag, Grant } from './permission-cells.ts';
import type { Permission } from './permissions.ts';
import { conditionOf, holds } from './scope.ts';
import type { Actor, Facts, ScopedObject } from './scope.ts';

/** Returns the grant, or `'never'` for a function that this role or API key never has (403). */
export function can(
  actor: Pick<Actor, 'role_key' | 'group_type' | 'scopes'>,
  permission: Permission,
): Grant | 'never' {
  if (actor.scopes?.includes(permission) === false) return 'never';
  const cell = permissions[permission][rowRole(actor, permission)];
  return cell === '-' ? 'never' : cell;
}

/** Checks whether the object is in the grant's scope. An object outside is not-found to the caller. */
export function reaches<Kind extends ScopedObject>(
  kind: Kind,
  actor: Actor,
  grant: Grant,
  facts: Facts<Kind>,
): boolean {
  return holds(conditionOf(kind, actor, grant), facts);
}

/** Combines `can` and `reaches`. */
export function may<Kind extends ScopedObject>(
  kind: Kind,
  actor: Actor,
  permission: Permission,
  facts: Facts<Kind>,
): boolean {
  const grant = can(actor, permission);
  return grant !== 'never' && reaches(kind, actor, grant, facts);
}

export function has(grant: Grant, flag: Flag): boolean {
  return grant.flags.includes(flag);
}

/** True for users of the center. How a center shares work among its teams is internal, like its internal comments. */
export function seesTeams(actor: Pick<Actor, 'role_key' | 'group_type'>): boolean {
  return seesInternalComments(actor);
}

/** True for users who may read the center's internal comments. Users of hospitals and carriers never may. */
export function seesInternalComments(actor: Pick<Actor, 'role_key' | 'group_type'>): boolean {
  const grant = can(actor, 'case.comment');
  if (grant === 'never' || has(grant, 'no-internal')) return false;
  return actor.group_type !== 'hospital' && actor.group_type !== 'logistics';
}
