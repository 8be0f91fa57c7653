/**
 * Decides which entries this role sees in the top bar, the rail and the phone's drawer: the specification's menu
 * entries, without pages that are not built. The top bar has all of them for every role, also those of the rail.
 */
import { hasPage, type PagePath, topMenuOf } from '@rhythmdesk/domain/people/pages';
import { type RoleKey, roles, type SideMenuEntry, sideMenuPaths } from '@rhythmdesk/domain/people/roles';

export type NavName =
  | 'patches'
  | 'critical'
  | 'day'
  | 'board'
  | 'second'
  | 'users'
  | 'institutions'
  | 'statistics'
  | 'invoice'
  | 'billing'
  | 'notices'
  | 'operations'
  | 'jobs'
  | 'messages'
  | 'ledger'
  | 'audit'
  | 'privacy';
export type NavEntry = { name: NavName; path: PagePath };

export function railEntries(role: RoleKey, built: ReadonlySet<string>): NavEntry[] {
  const names: readonly SideMenuEntry[] = roles[role].side_menu;
  return names.map((name) => ({ name, path: sideMenuPaths[name] })).filter(({ path }) => built.has(path));
}

/** Critical findings, the user's own day and the team's board are beside the patches. */
const work: readonly NavEntry[] = [
  { name: 'critical', path: '/critical' },
  { name: 'day', path: '/day' },
  { name: 'board', path: '/board' },
  { name: 'second', path: '/second' },
];

export function topEntries(role: RoleKey, built: ReadonlySet<string>): NavEntry[] {
  const menu: NavEntry[] = topMenuOf(role).map(({ entry, path }) => ({ name: entry, path }));
  const office: NavEntry[] = [
    { name: 'billing', path: '/admin/billing' },
    { name: 'messages', path: '/admin/messages' },
    { name: 'ledger', path: '/admin/ledger' },
    { name: 'operations', path: '/admin/operations' },
    { name: 'jobs', path: '/admin/jobs' },
    { name: 'audit', path: '/admin/audit' },
    { name: 'privacy', path: '/admin/privacy' },
  ];
  const hasRail = roles[role].side_menu.length > 0;
  const more: NavEntry[] = [...(hasRail ? office : []), { name: 'notices', path: '/notice' }];
  const patches = menu.filter(({ name }) => name === 'patches');
  const others = menu.filter(({ name }) => name !== 'patches');
  const offered = [...work, ...others, ...more].filter(({ path }) => hasPage(role, path));
  return [...patches, ...offered].filter(({ path }) => built.has(path));
}

/** Returns the entries of the phone's drawer: both menus, each entry once. */
export function allEntries(role: RoleKey, built: ReadonlySet<string>): NavEntry[] {
  const rail = railEntries(role, built);
  const names = new Set(rail.map(({ name }) => name));
  return [...rail, ...topEntries(role, built).filter(({ name }) => !names.has(name))];
}

/** Returns the entry whose page this address is; the longest path wins: `/admin/user` is users, not patches. */
export function activeEntry(entries: readonly NavEntry[], address: string): NavName | undefined {
  const here = entries.filter(
    ({ path }) => address === path || (path !== '/' && address.startsWith(`${path}/`)),
  );
  return here.sort((a, b) => b.path.length - a.path.length)[0]?.name;
}
