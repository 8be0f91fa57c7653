/** Declares the commands that undo and redo edits of the reading. */
import type { KeyTable } from '../../../ui/keys/key-table.ts';

const pages = ['case', 'strip-editor'] as const;

export const undoKeys = {
  undo: { group: 'desk', keys: ['Ctrl+Z'], pages, footer: true },
  redo: { group: 'desk', keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], pages },
} as const satisfies KeyTable;
