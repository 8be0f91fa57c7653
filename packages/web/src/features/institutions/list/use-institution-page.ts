/** Provides the state of the institutions page: URL state, rows, cursor and view preferences. */
import { useMemo } from 'react';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useListCursor } from '../../../ui/list/use-list-cursor.ts';
import { useListPreference } from '../../../ui/list/use-list-preference.ts';
import { useRowSelection } from '../../../ui/list/use-row-selection.ts';
import { institutionList } from '../model/institution-columns.ts';
import { institutionSchema, institutionQueryOf, type InstitutionQuery } from '../model/institution-state.ts';
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { callQuery } from '../../../platform/client/query-cache.ts';
import type { RowRule } from '../../../ui/list/live-list.ts';
import { useLiveRows } from '../../../ui/list/use-live-rows.ts';

const rule: RowRule<InstitutionRow, number> = {
  key: ({ id }) => id,
  isOlder: (row, than) => row.version < than.version,
  isChanged: (row, from) => row.version !== from.version,
};
const renewed = ['institutions', 'institutionCounts', 'institution', 'institutionHistory'];

/** Returns the displayed rows of the list of institutions, with live updates. */
function useInstitutions(query: InstitutionQuery) {
  return useLiveRows({ call: callQuery('institutions', query), rule, renewed, event: 'institution' });
}

const noRows: readonly InstitutionRow[] = [];

export const institutionRowId = ({ id }: InstitutionRow): number => id;

export function useInstitutionPage() {
  const { user_role } = useSessionUser();
  const [state, change] = useQueryState(institutionSchema);
  const query = useMemo(() => institutionQueryOf(state), [state]);
  const list = useInstitutions(query);
  const rows = list.page?.items ?? noRows;
  const [view, onView] = useListPreference(institutionList(user_role));
  const cursor = useListCursor(rows, institutionRowId);
  const selection = useRowSelection(JSON.stringify(query));
  return { state, query, change, list, rows, view, onView, cursor, selection };
}

export type InstitutionPageModel = ReturnType<typeof useInstitutionPage>;
