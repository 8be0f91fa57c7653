/**
 * Signing up, and choosing a new password by mail: what is offered, for how long, how often.
 *
 * Laws: nobody signs up for a level above 2, nor for a group that runs the product; what may be used at once is of level
 * 1, where the institution allows it; everybody else waits for a person who stands above them.
 * Source: specification, section 5; decisions, sections 2 and 4.
 */
import { levelOf, roleFitsGroup, roleKeys, type GroupType, type RoleKey } from './roles.ts';

export const oneTimeLimits = {
  /** Of the e-mailed six digits. */
  code_minutes: 10,
  code_tries: 5,
  code_resend_seconds: 60,
  /** Of the link to a new password. */
  link_minutes: 20,
} as const;

/** The texts that a new user agrees to; another version when their words change. */
export const termsVersion = '2026-11';

const openGroups: readonly GroupType[] = ['hospital', 'logistics', 'tech_center', 'team'];
const highestLevel = 2;

/** The roles that somebody may sign up for in such a group; none where the group takes nobody in this way. */
export function signUpRoles(group_type: GroupType): readonly RoleKey[] {
  if (!openGroups.includes(group_type)) return [];
  return roleKeys.filter((key) => roleFitsGroup(key, group_type) && levelOf(key) <= highestLevel);
}

export function waitsForApproval(role_key: RoleKey, immediate_sign_up: boolean): boolean {
  return !immediate_sign_up || levelOf(role_key) > 1;
}
