import type { GroupType } from './roles.ts';

/** The tech center that a group belongs to as staff: a center to itself, a team to its center, no other group to any. */
export function ownCenterOf(group: {
  readonly id: number;
  readonly type: GroupType;
  readonly tech_center_id: number | null;
}): number | null {
  if (group.type === 'tech_center') return group.id;
  return group.type === 'team' ? group.tech_center_id : null;
}
