/** Declares the commands that judge a finding and take edits back, on the case page and at the desk. */
import type { KeyTable } from '../../../ui/keys/key-table.ts';

export const judgeKeys = {
  accept: { group: 'findings', keys: ['⏎', 'F10'], pages: ['case'], line: 'accept', footer: true },
  reject: { group: 'findings', keys: ['Del'], pages: ['case'], line: 'reject', footer: true },
  undo: { group: 'desk', keys: ['Ctrl+Z'], pages: ['case'], footer: true },
  redo: { group: 'desk', keys: ['Ctrl+Shift+Z'], pages: ['case'] },
} as const satisfies KeyTable;
