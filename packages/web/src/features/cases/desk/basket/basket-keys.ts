/** Declares the commands of the basket. Adding a strip is a command of the recording view. */
import { recordingTabs } from '../session/desk-views.ts';
import type { DeskKeyTable } from '../keys/desk-tool.ts';

const move = <Key extends string>(key: Key) =>
  ({ group: 'report', keys: [key], tabs: recordingTabs, fixed: true, line: 'order' }) as const;

export const basketKeys = {
  extremes: { group: 'desk', keys: ['G'], tabs: ['findings', 'scan'] },
  /** Move the strip that has the focus. */
  'strip-up': move('Alt+↑'),
  'strip-down': move('Alt+↓'),
} as const satisfies DeskKeyTable;
