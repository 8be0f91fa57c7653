/**
 * Decides which role may open which page. For any other page the user sees the not-found page, and nothing is requested
 * from the server. Most pages follow from the permission matrix; the case lists depend on the role's landing page.
 * Source: specification, section 2; decisions, section 4.
 */
import { permissions, type Permission } from './permissions.ts';
import { roles, readerRoles } from './roles.ts';
import type { RoleKey } from './roles.ts';

type Access = Permission | readonly RoleKey[];

export const pages = {
  '/': readerRoles,
  '/day': 'case.start',
  '/board': 'case.reassign',
  '/critical': 'critical.read',
  '/critical/rules': 'critical.settings',
  '/second': 'second_reading.list',
  '/second/{second_id}': 'second_reading.list',
  '/second/{second_id}/read': 'second_reading.write',
  '/phrases': 'report.phrases',
  '/admin': ['MANAGER', 'CENTER', 'DISTRIBUTER', 'ADMIN'],
  '/admin/user': ['MANAGER', 'CENTER', 'DISTRIBUTER', 'ADMIN'],
  '/admin/institution/list': ['MANAGER', 'CENTER', 'DISTRIBUTER', 'ADMIN'],
  '/admin/invoice': 'invoice.read',
  '/admin/billing': 'billing.read',
  '/admin/statistics': 'statistics.read',
  '/admin/jobs': 'job.operate',
  '/admin/operations': 'job.operate',
  '/admin/audit': 'audit.read',
  '/admin/privacy': 'patient.export',
  '/admin/messages': 'partner.read',
  '/admin/ledger': 'partner.read',
  '/institution/list': ['LOGISTICS', 'DOCTOR', 'MANAGER'],
  '/upload': 'case.create',
  '/agreement/{case_id}': 'agreement.write',
  '/detail/{case_id}': 'case.read',
  '/review/{case_id}': 'case.edit_reading',
  '/practice': 'case.edit_reading',
  '/notice': 'notice.read',
  '/notifications': 'self',
  '/exports': 'self',
  '/account': 'self',
  '/activities/{user_id}': 'user.activities',
  '/accuracy': 'recording.read',
} as const satisfies Record<string, Access>;
export type PagePath = keyof typeof pages;

export function hasPage(role_key: RoleKey, path: PagePath): boolean {
  const access: Access = pages[path];
  return typeof access === 'string' ? permissions[access][role_key] !== '-' : access.includes(role_key);
}

/** The entries of the top bar's menu, in display order. */
const topMenuPages = {
  patches: (role_key: RoleKey): PagePath => {
    const { landing } = roles[role_key];
    return landing === '/upload' ? '/institution/list' : landing;
  },
  users: (): PagePath => '/admin/user',
  institutions: (): PagePath => '/admin/institution/list',
  statistics: (): PagePath => '/admin/statistics',
  invoice: (): PagePath => '/admin/invoice',
} as const;
const topMenuEntries = ['patches', 'users', 'institutions', 'statistics', 'invoice'] as const;
export type TopMenuEntry = (typeof topMenuEntries)[number];

export function topMenuOf(
  role_key: RoleKey,
): readonly { readonly entry: TopMenuEntry; readonly path: PagePath }[] {
  return topMenuEntries
    .map((entry) => ({ entry, path: topMenuPages[entry](role_key) }))
    .filter(({ path }) => hasPage(role_key, path));
}
