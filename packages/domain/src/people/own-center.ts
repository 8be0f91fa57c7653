import type { GroupType } from './roles.ts';

/**
 * Returns the tech center whose staff the group is: a center itself, the center of a team, and null for any other
 * group.
 */
export function ownCenterOf(group: {
  readonly id: number;
  readonly type: GroupType;
  readonly tech_center_id: number | null;
}): number | null {
  if (group.type === 'tech_center') return group.id;
  return group.type === 'team' ? group.tech_center_id : null;
}
