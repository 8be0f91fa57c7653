/** The state of the institutions page: URL state, rows, cursor and view preferences. */
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { useMemo } from 'react';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useListCursor } from '../../../ui/list/use-list-cursor.ts';
import { useListPreference } from '../../../ui/list/use-list-preference.ts';
import { useRowSelection } from '../../../ui/list/use-row-selection.ts';
import { institutionList } from '../model/institution-columns.ts';
import { institutionSchema, institutionQueryOf } from '../model/institution-state.ts';
import { useInstitutions } from '../model/use-institutions.ts';

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
