/** Defines one user of each role around hospital 10 and center 20 with team 21, for tests. */
import type { RoleKey } from './roles.ts';
import type { Actor } from './scope.ts';

export const hospitalId = 10;
export const otherHospitalId = 11;
export const centerId = 20;
export const teamId = 21;
export const otherTeamId = 23;
export const otherCenterId = 22;
export const logisticsId = 30;
const distributerId = 40;

const nobodys = { tech_center_id: null, assigned_group_ids: [] } as const;
const centers = { user_group_id: centerId, group_type: 'tech_center', tech_center_id: centerId } as const;

export const people = {
  LOGISTICS: {
    id: 1,
    role_key: 'LOGISTICS',
    user_group_id: logisticsId,
    group_type: 'logistics',
    tech_center_id: null,
    assigned_group_ids: [hospitalId],
  },
  DOCTOR: { id: 2, role_key: 'DOCTOR', user_group_id: hospitalId, group_type: 'hospital', ...nobodys },
  TECHNICIAN: {
    id: 3,
    role_key: 'TECHNICIAN',
    user_group_id: teamId,
    group_type: 'team',
    tech_center_id: centerId,
    assigned_group_ids: [],
  },
  CHIEF: { id: 4, role_key: 'CHIEF', ...centers, assigned_group_ids: [] },
  MANAGER: { id: 5, role_key: 'MANAGER', user_group_id: hospitalId, group_type: 'hospital', ...nobodys },
  CENTER: { id: 6, role_key: 'CENTER', ...centers, assigned_group_ids: [] },
  DISTRIBUTER: {
    id: 7,
    role_key: 'DISTRIBUTER',
    user_group_id: distributerId,
    group_type: 'distributer',
    tech_center_id: null,
    assigned_group_ids: [hospitalId, centerId],
  },
  ADMIN: { id: 8, role_key: 'ADMIN', user_group_id: 50, group_type: 'admin', ...nobodys },
} as const satisfies Record<RoleKey, Actor>;

export const secondChief: Actor = { ...people.CHIEF, id: 9 };
export const secondTechnician: Actor = { ...people.TECHNICIAN, id: 12 };
