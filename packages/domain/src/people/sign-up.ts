/**
 * Defines the rules of signing up and of choosing a new password by mail: which roles are offered, how long codes and
 * links are valid, and how often they may be tried.
 *
 * Invariants: nobody signs up for a level above 2, or for a group that operates the product. Only an account of level 1
 * is usable at once, if the institution allows it. Everybody else waits for approval by a user of a higher level.
 * Source: specification, section 5; decisions, sections 2 and 4.
 */
import { levelOf, roleFitsGroup, roleKeys, type GroupType, type RoleKey } from './roles.ts';

export const oneTimeLimits = {
  /** For the six digits sent by mail. */
  code_minutes: 10,
  code_tries: 5,
  code_resend_seconds: 60,
  /** For the link to a new password. */
  link_minutes: 20,
} as const;

/** The version of the terms that a new user agrees to; it changes when their text changes. */
export const termsVersion = '2026-11';

const openGroups: readonly GroupType[] = ['hospital', 'logistics', 'tech_center', 'team'];
const highestLevel = 2;

/** Returns the roles that users may sign up for in such a group; none if the group does not accept sign-ups. */
export function signUpRoles(group_type: GroupType): readonly RoleKey[] {
  if (!openGroups.includes(group_type)) return [];
  return roleKeys.filter((key) => roleFitsGroup(key, group_type) && levelOf(key) <= highestLevel);
}

export function waitsForApproval(role_key: RoleKey, immediate_sign_up: boolean): boolean {
  return !immediate_sign_up || levelOf(role_key) > 1;
}
