/**
 * Provides the current case in full for the preview. It is fetched when the user pauses on a row, so that moving down
 * the list with a held key fetches nothing. It is refetched when the row's version increases or its analysis has ended,
 * which changes the row's sparkline but not its version.
 */
import type { CaseDetail, CaseRow } from '@rhythmdesk/contract/cases';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/client/api-error.ts';
import { caseQuery, refreshCase } from '../model/use-case.ts';

const restMs = 120;

type PreviewCase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'reason-owed' }
  | { readonly kind: 'failed'; readonly error: Error; readonly retry: () => void }
  | { readonly kind: 'open'; readonly detail: CaseDetail };

function useRested(case_id: number): boolean {
  const [rested, setRested] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(case_id), restMs);
    return () => clearTimeout(timer);
  }, [case_id]);
  return rested === case_id;
}

export function usePreviewCase({ case_id, version, sparkline, processing }: CaseRow): PreviewCase {
  const cache = useQueryClient();
  const rested = useRested(case_id);
  const { data, error, refetch } = useQuery({
    ...caseQuery(case_id),
    enabled: rested,
  });
  const isOlder =
    data !== undefined &&
    (data.version < version || data.sparkline !== sparkline || data.processing !== processing);
  useEffect(() => {
    if (isOlder) void refreshCase(cache, case_id);
  }, [cache, case_id, version, sparkline, processing, isOlder]);
  if (data !== undefined) return { kind: 'open', detail: data };
  if (error instanceof ApiError && error.code === 'input/reason-missing') return { kind: 'reason-owed' };
  if (error) return { kind: 'failed', error, retry: () => void refetch() };
  return { kind: 'loading' };
}
