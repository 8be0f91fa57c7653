/** Declares the commands of the pinned comments. */
import type { DeskKeyTable } from '../keys/desk-tool.ts';
import { recordingTabs } from '../session/desk-views.ts';

const row = <Key extends string>(key: Key) => ({ group: 'desk', keys: [key], tabs: recordingTabs }) as const;

export const pinKeys = {
  'pin-write': row('C'),
  'pin-reply': row('Shift+C'),
  'pin-answer': row('Y'),
  'pin-next': row('H'),
  'pin-previous': row('Shift+H'),
} as const satisfies DeskKeyTable;
