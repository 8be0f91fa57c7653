/** Declares the commands of a list. */
import type { KeyTable } from '../keys/key-table.ts';

const row = <Key extends string>(key: Key) =>
  ({ group: 'lists', keys: [key], tabs: [], pages: ['list'] }) as const;

export const listKeys = {
  'list-down': row('J'),
  'list-up': row('K'),
  'list-preview': row('Space'),
  'list-open': row('⏎'),
  'list-select': row('X'),
  'list-search': row('/'),
} as const satisfies KeyTable;
