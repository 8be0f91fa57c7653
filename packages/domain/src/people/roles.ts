/**
 * Defines the roles of the product as one table: level, kinds of group, landing page, side menu and badge. Source:
 * specification, sections 1, 2 and 6; decisions, section 2.
 */
export const groupTypes = ['hospital', 'logistics', 'tech_center', 'team', 'distributer', 'admin'] as const;
export type GroupType = (typeof groupTypes)[number];

export const roleKeys = [
  'LOGISTICS',
  'DOCTOR',
  'TECHNICIAN',
  'CHIEF',
  'MANAGER',
  'CENTER',
  'DISTRIBUTER',
  'ADMIN',
] as const;
export type RoleKey = (typeof roleKeys)[number];

/** The roles that read cases at a tech center. A case is assigned to a user with one of them. */
export const readerRoles = ['TECHNICIAN', 'CHIEF'] as const satisfies readonly RoleKey[];

export const isReaderRole = (role_key: string): boolean => readerRoles.some((reader) => reader === role_key);

export type Level = 1 | 2 | 3 | 4 | 5;
export const topLevel = 5;

export type LandingPath = '/' | '/admin' | '/institution/list' | '/upload';

export const sideMenuPaths = {
  patches: '/admin',
  users: '/admin/user',
  institutions: '/admin/institution/list',
  invoice: '/admin/invoice',
} as const;
export type SideMenuEntry = keyof typeof sideMenuPaths;

type RoleBadge = 'admin' | 'hospital';

export interface Role {
  readonly level: Level;
  readonly group_types: readonly GroupType[];
  readonly landing: LandingPath;
  readonly side_menu: readonly SideMenuEntry[];
  readonly badge: RoleBadge | null;
}

export const roles = {
  LOGISTICS: { level: 1, group_types: ['logistics'], landing: '/upload', side_menu: [], badge: null },
  DOCTOR: {
    level: 1,
    group_types: ['hospital'],
    landing: '/institution/list',
    side_menu: [],
    badge: 'hospital',
  },
  TECHNICIAN: { level: 1, group_types: ['tech_center', 'team'], landing: '/', side_menu: [], badge: null },
  CHIEF: { level: 2, group_types: ['tech_center'], landing: '/', side_menu: [], badge: null },
  MANAGER: {
    level: 2,
    group_types: groupTypes,
    landing: '/admin',
    side_menu: ['patches', 'users'],
    badge: 'admin',
  },
  CENTER: {
    level: 3,
    group_types: ['tech_center'],
    landing: '/admin',
    side_menu: ['patches', 'users', 'institutions'],
    badge: 'admin',
  },
  DISTRIBUTER: {
    level: 4,
    group_types: ['distributer'],
    landing: '/admin',
    side_menu: ['patches', 'users', 'institutions', 'invoice'],
    badge: 'admin',
  },
  ADMIN: {
    level: 5,
    group_types: ['admin'],
    landing: '/admin',
    side_menu: ['patches', 'users', 'institutions'],
    badge: null,
  },
} as const satisfies Record<RoleKey, Role>;

export function isRoleKey(text: string): text is RoleKey {
  return Object.hasOwn(roles, text);
}

export function isGroupType(text: string): text is GroupType {
  return groupTypes.some((type) => type === text);
}

export function levelOf(role_key: RoleKey): Level {
  return roles[role_key].level;
}

/** Checks whether a user of this role may belong to a group of this type. */
export function roleFitsGroup(role_key: RoleKey, group_type: GroupType): boolean {
  const fitting: readonly GroupType[] = roles[role_key].group_types;
  return fitting.includes(group_type);
}

/** Returns where a signed-in role that opens this path is redirected; `null` if it stays. */
export function redirectOf(role_key: RoleKey, path: string): LandingPath | null {
  const { landing } = roles[role_key];
  if (path === '/login') return landing;
  if (path === '/' && landing !== '/') return landing;
  if (path === '/upload' && role_key === 'DISTRIBUTER') return landing;
  return null;
}
