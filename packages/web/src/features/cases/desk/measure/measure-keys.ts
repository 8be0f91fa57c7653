/** Declares the command that measures intervals. */
import type { DeskKeyTable } from '../keys/desk-tool.ts';
import { recordingTabs } from '../session/desk-views.ts';

export const measureKeys = {
  intervals: { group: 'desk', keys: ['T'], tabs: recordingTabs },
} as const satisfies DeskKeyTable;
