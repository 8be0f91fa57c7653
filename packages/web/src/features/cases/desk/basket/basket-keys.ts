/** Declares the commands of the basket. Adding a strip is a command of the recording view. */
import type { DeskKeyTable } from '../keys/desk-tool.ts';

export const basketKeys = {
  extremes: { group: 'desk', keys: ['G'], tabs: ['findings', 'scan'] },
} as const satisfies DeskKeyTable;
