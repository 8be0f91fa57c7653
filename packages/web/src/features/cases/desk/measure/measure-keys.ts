/** Declares the command that measures intervals. */
import type { DeskKeyTable } from '../keys/desk-tool.ts';
import { recordingTabs } from '../session/desk-views.ts';

export const measureKeys = {
  intervals: { group: 'desk', keys: ['T'], tabs: recordingTabs },
  /** Works while the dialog of the measurement is open. */
  'measurement-save': { group: 'desk', keys: ['⏎'], tabs: [], fixed: true },
} as const satisfies DeskKeyTable;
