/** Everything that the institutions' page holds: its address, its rows, the current one, what the user arranged. */
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { useEffect, useMemo, useState } from 'react';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { keepCurrent, useListPlace } from '../../../ui/list/list-place.ts';
import { useListPreference } from '../../../ui/list/use-list-preference.ts';
import { institutionList } from '../model/institution-columns.ts';
import { institutionSchema, queryOf } from '../model/institution-state.ts';
import { useInstitutions } from '../model/use-institutions.ts';

const noRows: readonly InstitutionRow[] = [];

function useCursor(rows: readonly InstitutionRow[]) {
  const place = useListPlace();
  const [current, setCurrent] = useState<number | null>(typeof place.row === 'number' ? place.row : null);
  useEffect(() => keepCurrent(place, current), [place, current]);
  const index = rows.findIndex(({ id }) => id === current);
  return { place, current, setCurrent, index, row: rows[index] };
}

function useSelection(queryText: string) {
  const [chosen, setChosen] = useState<{ queryText: string; ids: ReadonlySet<number> }>({
    queryText,
    ids: new Set(),
  });
  const ids = useMemo(
    () => (chosen.queryText === queryText ? chosen.ids : new Set<number>()),
    [chosen, queryText],
  );
  const set = (next: ReadonlySet<number>) => setChosen({ queryText, ids: next });
  const toggle = (id: number) =>
    set(ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id]));
  return { ids, set, toggle };
}

export function useInstitutionPage() {
  const { user_role } = useSessionUser();
  const [state, change] = useQueryState(institutionSchema);
  const query = useMemo(() => queryOf(state), [state]);
  const list = useInstitutions(query);
  const rows = list.page?.items ?? noRows;
  const [view, onView] = useListPreference(institutionList(user_role));
  const cursor = useCursor(rows);
  const selection = useSelection(JSON.stringify(query));
  return { state, change, list, rows, view, onView, cursor, selection };
}

export type InstitutionPageModel = ReturnType<typeof useInstitutionPage>;
