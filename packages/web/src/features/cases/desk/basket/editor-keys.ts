/** Declares the commands of the strip editor, which work while it is open. */
import type { KeyTable } from '../../../../ui/keys/key-table.ts';
import type { MarkTool } from './basket-edits.ts';

const row = <Key extends string>(key: Key) =>
  ({ group: 'report', keys: [key], tabs: [], pages: ['strip-editor'] }) as const;

export const editorKeys = {
  'mark-arrow': { ...row('A'), line: 'mark' },
  'mark-text': { ...row('T'), line: 'mark' },
  'mark-caliper': { ...row('C'), line: 'mark' },
  'mark-remove': row('Del'),
} as const satisfies KeyTable;

export const markCommands = {
  ...({ arrow: 'mark-arrow', text: 'mark-text', caliper: 'mark-caliper' } as const),
} satisfies Record<MarkTool, keyof typeof editorKeys>;
