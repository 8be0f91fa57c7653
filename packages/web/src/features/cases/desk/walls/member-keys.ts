/** Declares the commands that step through the rows of a tab and through the beats of a template, a selection or a change. */
import type { DeskKeyTable } from '../keys/desk-tool.ts';

const tabs = ['templates', 'plots', 'changes'] as const;

export const memberKeys = {
  'member-before': { group: 'templates', keys: [','], tabs },
  'member-after': { group: 'templates', keys: ['.'], tabs },
} as const satisfies DeskKeyTable;

const arrow = <Key extends string>(key: Key) =>
  ({ group: 'findings', keys: [key], fixed: true, line: 'finding', footer: true }) as const;

export const arrowKeys = {
  'arrow-before': arrow('↑'),
  'arrow-after': arrow('↓'),
} as const satisfies DeskKeyTable;
