/** Declares the commands of the plots. */
import type { DeskKeyTable } from '../keys/desk-tool.ts';

export const plotKeys = {
  'plots-clear': { group: 'templates', keys: ['Esc'], tabs: ['plots'], fixed: true },
} as const satisfies DeskKeyTable;
