/** The state of the users page: URL state, rows, cursor and view preferences. */
import type { UserRow } from '@rhythmdesk/contract/users';
import { useMemo } from 'react';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { localToday } from '../../../ui/list/period.ts';
import { useListCursor } from '../../../ui/list/use-list-cursor.ts';
import { useListPreference } from '../../../ui/list/use-list-preference.ts';
import { useRowSelection } from '../../../ui/list/use-row-selection.ts';
import { useNow } from '../../../ui/use-now.ts';
import { usersList } from '../model/user-columns.ts';
import { userQueryOf, userSchema } from '../model/user-state.ts';
import { useUsers } from '../model/use-users.ts';

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
