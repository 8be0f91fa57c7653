/** Declares the commands of the templates. */
import type { DeskKeyTable } from '../keys/desk-tool.ts';

const tabs = ['templates'] as const;

export const templateKeys = {
  similarity: { group: 'templates', keys: ['X'], tabs },
  'members-wall': { group: 'templates', keys: ['W'], tabs },
  outliers: { group: 'templates', keys: ['O'], tabs },
  'accept-shown': { group: 'templates', keys: ['Shift+⏎'], tabs, footer: true },
  merge: { group: 'templates', keys: ['M'], tabs, subjects: ['several'] },
  'templates-cancel': { group: 'templates', keys: ['Esc'], tabs, fixed: true },
} as const satisfies DeskKeyTable;
