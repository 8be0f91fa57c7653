/** Provides the state of the users page: URL state, rows, cursor and view preferences. */
import { useMemo } from 'react';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { localToday } from '../../../ui/list/period.ts';
import { useListCursor } from '../../../ui/list/use-list-cursor.ts';
import { useListPreference } from '../../../ui/list/use-list-preference.ts';
import { useRowSelection } from '../../../ui/list/use-row-selection.ts';
import { useNow } from '../../../ui/use-now.ts';
import { usersList } from '../model/user-columns.ts';
import { userQueryOf, userSchema, type UserQuery } from '../model/user-state.ts';
import type { UserRow } from '@rhythmdesk/contract/users';
import { callQuery } from '../../../platform/client/query-cache.ts';
import type { RowRule } from '../../../ui/list/live-list.ts';
import { useLiveRows } from '../../../ui/list/use-live-rows.ts';

const rule: RowRule<UserRow, number> = {
  key: ({ id }) => id,
  isOlder: (row, than) => row.version < than.version,
  isChanged: (row, from) => row.version !== from.version,
};
const renewed = ['users', 'userCounts', 'user', 'waitingUsers'];

/** Returns the displayed rows of the list of users, with live updates. */
function useUsers(query: UserQuery) {
  return useLiveRows({ call: callQuery('users', query), rule, renewed, event: 'user' });
}

const noRows: readonly UserRow[] = [];

export const userRowId = ({ id }: UserRow): number => id;

export function useUserPage() {
  const [state, change] = useQueryState(userSchema);
  const today = localToday(new Date(useNow()));
  const query = useMemo(() => userQueryOf(state, today), [state, today]);
  const list = useUsers(query);
  const rows = list.page?.items ?? noRows;
  const [view, onView] = useListPreference(usersList);
  const cursor = useListCursor(rows, userRowId);
  const selection = useRowSelection(JSON.stringify(query));
  return { state, query, change, list, rows, view, onView, cursor, selection };
}

export type UserPageModel = ReturnType<typeof useUserPage>;
