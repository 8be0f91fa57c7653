/** Declares the commands of the case page. */
import type { KeyTable } from '../../../ui/keys/key-table.ts';

const row = <Key extends string>(key: Key) =>
  ({ group: 'case', keys: [key], tabs: [], pages: ['case'] }) as const;

export const pageKeys = {
  'case-previous': row('Shift+K'),
  'case-next': row('Shift+J'),
  'open-desk': row('D'),
  'show-report': row('P'),
  /** Opens the case that is offered after the last one is done; the desk offers it too. */
  'next-case': row('N'),
  /** Leaves a field, an open document or the page; at the desk, the desk. */
  leave: { group: 'case', keys: ['Esc'], pages: ['case'], fixed: true },
} as const satisfies KeyTable;
