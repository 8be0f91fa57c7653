/**
 * The fields of a user that somebody above may set, and why one may not: oneself least of all, since role, group and flag
 * are for others to decide, and name, address and password of an own account are changed in the profile.
 * Source: decisions, section 2.
 */
import type { RefusalCode } from '../kit/refusal.ts';
import { touchFault } from './levels.ts';
import { levelOf, roleFitsGroup, roleKeys, topLevel, type GroupType, type RoleKey } from './roles.ts';

export const userFields = [
  'name',
  'email',
  'phone_number',
  'user_group_id',
  'user_role_id',
  'use_flag',
  'password',
  'description',
] as const;
export type UserField = (typeof userFields)[number];

const standing: readonly UserField[] = ['user_role_id', 'user_group_id', 'use_flag'];

type Person = { readonly id: number; readonly role_key: RoleKey };

/** Why this caller cannot change this field of a user in sight, or null. */
export function userFieldFault(actor: Person, target: Person, field: UserField): RefusalCode | null {
  if (actor.id === target.id) return standing.includes(field) ? 'user/own-role' : 'user/own-account';
  return touchFault(actor, target);
}

/** The number of a role as it crosses the wire: its place in the table of roles, from one. */
export const roleNumber = (role_key: RoleKey): number => roleKeys.indexOf(role_key) + 1;

export const roleOfNumber = (number: number): RoleKey | null => roleKeys[number - 1] ?? null;

/** The roles that this caller may give to somebody in a group of this type. */
export function grantableRoles(actor: Pick<Person, 'role_key'>, group_type: GroupType): readonly RoleKey[] {
  const own = levelOf(actor.role_key);
  return roleKeys.filter((key) => roleFitsGroup(key, group_type) && (own === topLevel || levelOf(key) < own));
}

/** How an account stands: the one word that lists show and filter by. */
export const userFlags = ['active', 'one-time', 'waiting', 'dormant', 'withdrawn'] as const;
export type UserFlag = (typeof userFlags)[number];
