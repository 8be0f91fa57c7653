/**
 * Decides which fields of another user a caller may set. Users cannot set their own fields here: role, group and flag
 * are for others to decide, and name, address and password of an own account are changed in the profile. Source:
 * decisions, section 2.
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

/** Returns why this caller cannot change this field of a user in scope, or null. */
export function userFieldFault(actor: Person, target: Person, field: UserField): RefusalCode | null {
  if (actor.id === target.id) return standing.includes(field) ? 'user/own-role' : 'user/own-account';
  return touchFault(actor, target);
}

/** Returns the number of a role in the API: its position in the table of roles, from 1. */
export const roleNumber = (role_key: RoleKey): number => roleKeys.indexOf(role_key) + 1;

export const roleOfNumber = (number: number): RoleKey | null => roleKeys[number - 1] ?? null;

/** Returns the roles that this caller may give to a user in a group of this type. */
export function grantableRoles(actor: Pick<Person, 'role_key'>, group_type: GroupType): readonly RoleKey[] {
  const own = levelOf(actor.role_key);
  return roleKeys.filter((key) => roleFitsGroup(key, group_type) && (own === topLevel || levelOf(key) < own));
}

/** The state of an account, as lists show it and filter by it. */
export const userFlags = ['active', 'one-time', 'waiting', 'dormant', 'withdrawn'] as const;
export type UserFlag = (typeof userFlags)[number];
