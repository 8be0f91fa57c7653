/** May this caller do this at all, how far does it reach, and does it reach this object? */
import { permissions, rowRole } from './permissions.ts';
import type { Flag, Grant, Permission } from './permissions.ts';
import { conditionOf, holds } from './scope.ts';
import type { Actor, Facts, ScopedObject } from './scope.ts';

/** The grant, or `'never'`: a function that this role never has (403). */
export function can(actor: Pick<Actor, 'role_key' | 'group_type'>, permission: Permission): Grant | 'never' {
  const cell = permissions[permission][rowRole(actor, permission)];
  return cell === '-' ? 'never' : cell;
}

/** Is the object inside the grant's scope? Outside is not-found to the caller. */
export function reaches<Kind extends ScopedObject>(
  kind: Kind,
  actor: Actor,
  grant: Grant,
  facts: Facts<Kind>,
): boolean {
  return holds(conditionOf(kind, actor, grant), facts);
}

/** `can` and `reaches` in one question. */
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

/** How a center shares its work among its teams is its own, as its talk is. */
export function seesTeams(actor: Pick<Actor, 'role_key' | 'group_type'>): boolean {
  return seesInternalComments(actor);
}

/** Internal comments are the center's own talk: the hospital's side and its carriers never read them. */
export function seesInternalComments(actor: Pick<Actor, 'role_key' | 'group_type'>): boolean {
  const grant = can(actor, 'case.comment');
  if (grant === 'never' || has(grant, 'no-internal')) return false;
  return actor.group_type !== 'hospital' && actor.group_type !== 'logistics';
}
