/** Declares the commands of the page scan and of the unreviewed sections. */
import { recordingTabs } from '../session/desk-views.ts';
import type { DeskKeyTable } from '../keys/desk-tool.ts';

const tabs = ['scan'] as const;

export const scanKeys = {
  seen: { group: 'scan', keys: ['Space'], tabs },
  turning: { group: 'scan', keys: ['P'], tabs },
  pace: { group: 'scan', keys: ['↑', '↓'], tabs, fixed: true },
  minutes: { group: 'scan', keys: ['+', '−'], tabs, fixed: true },
} as const satisfies DeskKeyTable;

export const coverageKeys = {
  unseen: { group: 'desk', keys: ['U'], tabs: recordingTabs },
} as const satisfies DeskKeyTable;
