/** Generates docs/permissions.md from the permission matrix. */
import { flagMeanings, scopeLetters, type Cell, type Flag, type Scope } from './permission-cells.ts';
import { managedAs, permissions } from './permissions.ts';
import { roleKeys, roles } from './roles.ts';
import { isPermission } from './permissions.ts';

const scopeMeanings: Readonly<Record<Scope, string>> = {
  self: 'self',
  uploads: 'uploads of the own group',
  hospital: 'cases of the own hospital',
  assigned: 'cases assigned to the caller',
  group: 'everything of the own group',
  center: 'own center, with its teams and the hospitals it analyses for',
  network: 'facilities in the own `assigned_group`',
  all: 'everything',
  confirmer: 'cases that the caller was asked to verify',
  'assigned-hospitals': 'hospitals in the own `assigned_group`',
  staff: 'users of the own center and its teams',
  side: 'own notices to the own side',
  audience: 'notices in their window for the own kind of group',
};

const flags = (Object.entries(flagMeanings) satisfies [string, string][]).map(([flag, meaning], index) => ({
  flag,
  meaning,
  number: index + 1,
}));

const markOf = (flag: Flag): string => {
  const row = flags.find((one) => one.flag === flag);
  return row === undefined ? '' : String(row.number);
};

function cellText(cell: Cell): string {
  if (cell === '-') return '-';
  const letters = cell.scopes.map((scope) => scopeLetters[scope]).join(' ');
  const marks = cell.flags.map(markOf).join(',');
  return marks === '' ? letters : `${letters} (${marks})`;
}

const rowText = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const managers = Object.values(managedAs).join(', ');

export function permissionsText(): string {
  const header = [rowText(['Permission', ...roleKeys]), rowText(['---', ...roleKeys.map(() => '---')])];
  const matrix = Object.keys(permissions)
    .filter(isPermission)
    .map((permission) =>
      rowText([`\`${permission}\``, ...roleKeys.map((role) => cellText(permissions[permission][role]))]),
    );
  const ranks = roleKeys.map((role) =>
    rowText([
      role,
      String(roles[role].level),
      roles[role].group_types.join(', '),
      `\`${roles[role].landing}\``,
    ]),
  );
  const scopes = Object.entries(scopeLetters).map(([scope, letter]) =>
    rowText([letter, scope, Object.entries(scopeMeanings).find(([one]) => one === scope)?.[1] ?? '']),
  );
  return [
    '# Permissions',
    '',
    'Made from `packages/domain/src/people/permissions.ts` by `npm run docs`; do not edit.',
    '',
    'A cell is `-` (never: 403) or the scope of the permission; everything outside of it is answered with 404. The',
    'numbers in brackets are the notes below.',
    '',
    ...header,
    ...matrix,
    '',
    'For cases, recordings and uploads, a MANAGER of a group of type `logistics` or `distributer` has the cells of',
    `that group’s own users (${managers}), except \`case.create\`: it sees what they see, masked.`,
    '',
    '## Scopes',
    '',
    rowText(['Letter', 'Name', 'Reaches']),
    rowText(['---', '---', '---']),
    ...scopes,
    '',
    '## Notes',
    '',
    ...flags.map(({ number, flag, meaning }) => `${String(number)}. \`${flag}\`: ${meaning}`),
    '',
    '## Roles',
    '',
    rowText(['Role', 'Level', 'Groups', 'First page']),
    rowText(['---', '---', '---', '---']),
    ...ranks,
    '',
  ].join('\n');
}
