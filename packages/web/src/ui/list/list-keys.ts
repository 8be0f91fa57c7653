/** Declares the commands of a list. */
import type { KeyTable } from '../keys/key-table.ts';

const row = <Key extends string>(key: Key) =>
  ({ group: 'lists', keys: [key], tabs: [], pages: ['list'] }) as const;
/** The board and the critical findings are moved through like a list. */
const step = <Key extends string>(key: Key) =>
  ({ ...row(key), pages: ['list', 'board', 'critical'] }) as const;

export const listKeys = {
  'list-down': step('J'),
  'list-up': step('K'),
  'list-preview': row('Space'),
  'list-open': row('⏎'),
  'list-select': row('X'),
  'list-search': row('/'),
  'list-edit': row('E'),
} as const satisfies KeyTable;
