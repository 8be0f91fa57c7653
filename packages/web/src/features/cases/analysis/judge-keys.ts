/** Declares the commands that judge a finding and take edits back, on the case page and at the desk. */
import type { KeyTable } from '../../../ui/keys/key-table.ts';
import { undoKeys } from '../reading/undo-keys.ts';

export const judgeKeys = {
  accept: { group: 'findings', keys: ['⏎', 'F10'], pages: ['case'], line: 'accept', footer: true },
  reject: { group: 'findings', keys: ['Del'], pages: ['case'], line: 'reject', footer: true },
  ...undoKeys,
} as const satisfies KeyTable;
