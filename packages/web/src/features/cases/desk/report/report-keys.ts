/** Declares the commands of the report. */
import type { DeskKeyTable } from '../keys/desk-tool.ts';

const tabs = ['report'] as const;

export const reportKeys = {
  'make-version': { group: 'report', keys: ['F4'], tabs },
  phrase: { group: 'report', keys: ['/'], tabs },
  'phrases-all': { group: 'report', keys: ['F8'], tabs },
  renew: { group: 'report', keys: ['U'], tabs },
  keep: { group: 'report', keys: ['K'], tabs },
} as const satisfies DeskKeyTable;
