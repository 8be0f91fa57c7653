/** The displayed rows of the list of users, with live updates. */
import type { UserRow } from '@rhythmdesk/contract/users';
import { callQuery } from '../../../platform/client/query-cache.ts';
import type { RowRule } from '../../../ui/list/live-list.ts';
import { useLiveRows } from '../../../ui/list/use-live-rows.ts';
import type { UserQuery } from './user-state.ts';

const rule: RowRule<UserRow, number> = {
  key: ({ id }) => id,
  isOlder: (row, than) => row.version < than.version,
  isChanged: (row, from) => row.version !== from.version,
};
const renewed = ['users', 'userCounts', 'user', 'waitingUsers'];

export function useUsers(query: UserQuery) {
  return useLiveRows({ call: callQuery('users', query), rule, renewed, event: 'user' });
}
