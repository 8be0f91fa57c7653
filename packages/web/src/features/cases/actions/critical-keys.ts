/** Declares the commands of a critical finding. */
import type { KeyTable } from '../../../ui/keys/key-table.ts';

const row = <Key extends string>(key: Key) =>
  ({ group: 'critical', keys: [key], tabs: [], pages: ['critical'] }) as const;

export const criticalKeys = {
  'critical-confirm': row('T'),
  'critical-refute': row('F'),
  'critical-call': row('C'),
  'critical-acknowledge': row('A'),
  'critical-escalate': row('E'),
} as const satisfies KeyTable;
