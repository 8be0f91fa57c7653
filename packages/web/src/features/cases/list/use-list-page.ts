/**
 * Provides the state of a list page: URL state, query, rows, cursor, selection and view preferences. The pages only
 * render it.
 */
import type { CaseRow } from '@rhythmdesk/contract/cases';
import { mayAskBy } from '@rhythmdesk/domain/people/masking';
import { can } from '@rhythmdesk/domain/people/can';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { usePageLocation } from '../../../platform/address/use-page-location.ts';
import { useQueryState } from '../../../platform/address/use-query-state.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useTakeNext } from '../actions/take-next.tsx';
import { useCaseActions } from '../actions/use-case-actions.tsx';
import { useNewest } from '../../../ui/use-newest.ts';
import { useNow } from '../../../ui/use-now.ts';
import { casePath, type ListTrail } from '../model/list-trail.ts';
import { bulkActsOf } from './bulk-rows.ts';
import { columnFacts, type CaseColumnId } from '../model/column-table.ts';
import type { ListKind } from '../model/list-kinds.ts';
import { useListCursor } from '../../../ui/list/use-list-cursor.ts';
import {
  type ListQuery,
  caseListQueryOf,
  type ListState,
  listStateSchema,
  caseListPeriodOf,
  usesPeriod,
} from '../model/list-state.ts';
import type { ListPage } from '../../../ui/list/live-list.ts';
import { localToday, periodFault } from '../../../ui/list/period.ts';
import { useCaseList } from './use-case-list.ts';
import { useRowSelection } from '../../../ui/list/use-row-selection.ts';
import { useListPreference } from '../../../ui/list/use-list-preference.ts';

const countsMs = 60_000;
/** Figures that could not be fetched are requested again after this time. */
export const retryMs = 10_000;
const restMs = 300;
const noRows: readonly CaseRow[] = [];

function useSortable(state: ListState): (id: CaseColumnId) => boolean {
  const { user_role } = useSessionUser();
  const holdsPool = state.view !== 'mine';
  return useCallback(
    (id) => {
      const grant = can(user_role, 'case.read');
      if (columnFacts(id).sort === null || grant === 'never') return false;
      return mayAskBy(grant, id === 'patient_name' ? 'patient_last_name' : id, holdsPool);
    },
    [user_role, holdsPool],
  );
}

/** Returns the columns that the server fills for this user. */
function useFilled(columns: readonly CaseColumnId[]): readonly CaseColumnId[] {
  const { user_role } = useSessionUser();
  return useMemo(() => {
    const grant = can(user_role, 'case.read');
    return columns.filter((id) => id === 'patient_name' || (grant !== 'never' && mayAskBy(grant, id, true)));
  }, [user_role, columns]);
}

export const caseIdOf = ({ case_id }: CaseRow): number => case_id;

function useCounts(institution: number | null, ready: boolean) {
  const hospital = institution === null ? {} : { hospital_id: [institution] };
  const { data, error, refetch } = useQuery({
    ...callQuery('caseViews', hospital),
    enabled: ready,
    refetchInterval: ({ state: { status } }) => (status === 'error' ? retryMs : countsMs),
  });
  return {
    counts: data === undefined ? undefined : { ...data.counts, open: data.open },
    /** Set while the figures could not be fetched and none are shown. */
    countsFault: error === null || data !== undefined ? null : { retry: () => void refetch() },
  };
}

/** Prefetches the case page's code once rows are shown, so that the first case opens as fast as the next. */
function useCasePageAhead(first: number | undefined): void {
  const router = useRouter();
  useEffect(() => {
    if (first === undefined) return undefined;
    const ahead = () => void router.preloadRoute({ to: casePath(first) });
    const waiting = setTimeout(ahead, restMs);
    return () => clearTimeout(waiting);
  }, [router, first]);
}

/** Opens a case from this list with a trail, so that it knows its neighbours and the way back. */
function useOpening(query: ListQuery, page: ListPage<CaseRow> | null) {
  const navigate = useNavigate();
  const { href } = usePageLocation();
  const trail = useNewest((): ListTrail => {
    const ids = page?.items.map(({ case_id }) => case_id) ?? [];
    return { href, query, ids, total: page?.total ?? 0 };
  });
  const open = useCallback(
    (case_id: number, search: object = {}) =>
      void navigate({ to: casePath(case_id), search, state: { list: trail() } }),
    [navigate, trail],
  );
  return { trail, open };
}

/** `institution`: the institution of the page. `ready`: false while it is not known yet. */
export function useListPage(kind: ListKind, institution: number | null, ready: boolean) {
  const [state, onState] = useQueryState(listStateSchema);
  const today = localToday(new Date(useNow()));
  const query = useMemo(
    () => caseListQueryOf(state, kind, today, institution),
    [state, kind, today, institution],
  );
  const fault = usesPeriod(state) ? periodFault(caseListPeriodOf(state, today)) : null;
  const list = useCaseList(query, ready && fault === null);
  const rows = list.page?.items ?? noRows;
  const [preferred, onView] = useListPreference(kind);
  const columns = useFilled(preferred.columns);
  const view = useMemo(() => ({ ...preferred, columns }), [preferred, columns]);
  const { counts, countsFault } = useCounts(institution, ready);
  const cursor = useListCursor(rows, caseIdOf);
  const { user_role } = useSessionUser();
  const selection = { acts: bulkActsOf(user_role), ...useRowSelection(JSON.stringify(query)) };
  useCasePageAhead(rows[0]?.case_id);
  const { trail, open } = useOpening(query, list.page);
  const takeNext = useTakeNext(open);
  const actions = useCaseActions({ onDone: ({ case_id }) => list.renew(case_id), onStale: list.renew });
  const run = useNewest(actions.run);
  const sortable = useSortable(state);
  return {
    kind,
    state,
    onState,
    query,
    today,
    fault,
    list,
    rows,
    view,
    onView,
    counts,
    countsFault,
    cursor,
    selection,
    trail,
    open,
    takeNext,
    actions,
    run,
    sortable,
    institution,
  };
}

export type ListPageModel = ReturnType<typeof useListPage>;
