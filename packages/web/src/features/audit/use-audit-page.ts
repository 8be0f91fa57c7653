/** Provides the state of the audit log's page: URL state, rows, cursor and view preferences. */
import type { AuditRow } from '@rhythmdesk/contract/audit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useQueryState } from '../../platform/address/use-query-state.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { localToday } from '../../ui/list/period.ts';
import { useListCursor } from '../../ui/list/use-list-cursor.ts';
import { useListPreference } from '../../ui/list/use-list-preference.ts';
import { useNow } from '../../ui/use-now.ts';
import { auditList } from './model/audit-columns.ts';
import { auditSchema, auditQueryOf } from './model/audit-state.ts';

const noRows: readonly AuditRow[] = [];
const nothing: ReadonlySet<number> = new Set();

export const auditRowId = ({ audit_id }: AuditRow): number => audit_id;

/** Rows of the audit log never change and cannot be selected. */
export function useAuditPage() {
  const [state, change] = useQueryState(auditSchema);
  const today = localToday(new Date(useNow()));
  const query = useMemo(() => auditQueryOf(state, today), [state, today]);
  const answer = useQuery({ ...callQuery('auditRows', query), placeholderData: keepPreviousData });
  const rows = answer.data?.items ?? noRows;
  const list = {
    page: answer.data ?? null,
    old: answer.isPlaceholderData,
    error: answer.error,
    differs: false,
    updatedMs: answer.dataUpdatedAt,
    refresh: () => void answer.refetch(),
    tinted: nothing,
  };
  const [view, onView] = useListPreference(auditList);
  const cursor = useListCursor(rows, auditRowId);
  return { state, query, change, today, list, rows, view, onView, cursor, selection: null };
}

export type AuditPageModel = ReturnType<typeof useAuditPage>;
