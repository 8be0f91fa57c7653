/**
 * Provides one case to its page and refetches it when the live stream reports a change: every change of an action, a
 * field, a comment or a file arrives as `case`. An edit of the reading arrives as `reading`; it changes the case only if
 * a report was made from the reading, since the case says whether that report is older. Opening a case marks its
 * notifications as read.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import { useSettled } from '../../../ui/list/use-pinned.ts';

export const caseQuery = (case_id: number) => callQuery('readCase', { case_id });
export const historyQuery = (case_id: number) => callQuery('caseHistory', { case_id });
export const commentsQuery = (case_id: number) => callQuery('comments', { case_id });
export const filesQuery = (case_id: number) => callQuery('caseFiles', { case_id });
export const recordingQuery = (case_id: number) => callQuery('recording', { case_id });

async function readAll(cache: QueryClient, case_id: number): Promise<void> {
  const keys = [caseQuery(case_id), historyQuery(case_id), commentsQuery(case_id), filesQuery(case_id)];
  await Promise.all(keys.map(({ queryKey }) => cache.invalidateQueries({ queryKey })));
}

type CaseRead = { readonly version: number; readonly done: Promise<void> };
/** The last read of each case that began after the page knew its version. */
const readsOf = new WeakMap<QueryClient, Map<number, CaseRead>>();

/**
 * Refetches everything that a change of the case may have changed; data that is not on screen is refetched when shown.
 * A change by this page is reported twice, by the response and by the live event. Both name the version that the change
 * produced, so that the second one only waits for the read that the first one began. A read that failed does not count.
 */
export async function refreshCase(cache: QueryClient, case_id: number, version?: number): Promise<void> {
  if (version === undefined) return readAll(cache, case_id);
  const reads = readsOf.get(cache) ?? new Map<number, CaseRead>();
  readsOf.set(cache, reads);
  const begun = reads.get(case_id);
  if (begun !== undefined && begun.version >= version) return begun.done;
  const read = { version, done: readAll(cache, case_id) };
  reads.set(case_id, read);
  await read.done;
  const isRead = (cache.getQueryData(caseQuery(case_id).queryKey)?.version ?? 0) >= version;
  if (!isRead && reads.get(case_id) === read) reads.delete(case_id);
}

const owesReason = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'input/reason-missing';

export type OpenCase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'reason-owed' }
  | { readonly kind: 'failed'; readonly error: Error; readonly retry: () => void }
  | { readonly kind: 'open'; readonly detail: CaseDetail };

export function useCase(case_id: number): OpenCase {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(caseQuery(case_id));
  const isOpen = data !== undefined;
  const hasRecording = data?.recording === 'ready';
  const isReported = data?.report_versions.some(({ source }) => source === 'reading') === true;
  const readAgain = useSettled(() => void cache.invalidateQueries({ queryKey: caseQuery(case_id).queryKey }));
  useLiveEvent((event) => {
    if (event.type === 'case' && event.case_id === case_id)
      void refreshCase(cache, case_id, event.saved === true ? event.version : undefined);
    if (event.type === 'reading' && event.case_id === case_id && isReported) readAgain();
  });
  useEffect(() => {
    if (!isOpen) return;
    const { queryKey } = callQuery('notifications', {});
    api.call('markRead', { patch_id: case_id }).then(
      () => cache.invalidateQueries({ queryKey }),
      // The bell still shows the notifications as unread; opening the case does not fail because of that.
      () => undefined,
    );
  }, [cache, case_id, isOpen]);
  useEffect(() => {
    if (!hasRecording) cache.removeQueries({ queryKey: recordingQuery(case_id).queryKey });
  }, [cache, case_id, hasRecording]);
  if (data !== undefined) return { kind: 'open', detail: data };
  if (owesReason(error)) return { kind: 'reason-owed' };
  if (error) return { kind: 'failed', error, retry: () => void refetch() };
  return { kind: 'loading' };
}
