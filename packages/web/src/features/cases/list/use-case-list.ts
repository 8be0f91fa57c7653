/**
 * The rows of a case list as they are shown, live.
 *
 * What is shown is pinned: an answer to another question replaces it, a newer answer to the same one only renews the
 * rows in place, tints them for 1.2 s and says whether order or total have become another. `refresh` shows the
 * server's order. A list without rows takes every answer at once, since nothing can move there.
 */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, startTransition } from 'react';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import { freshRow } from '../actions/perform.ts';
import type { AskedList } from './list-state.ts';
import { type ListPage, orderDiffers, renewRows } from './live-list.ts';

const tintMs = 1_200;
/** Events come in bursts; the list is asked again at most this often. */
const settleMs = 600;

type Pinned = { readonly question: string; readonly page: ListPage; readonly differs: boolean };

function useTint() {
  const [tinted, setTinted] = useState<ReadonlySet<number>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => () => timers.current.forEach((timer) => clearTimeout(timer)), []);
  const tint = (ids: readonly number[]) => {
    if (ids.length === 0) return;
    setTinted((before) => new Set([...before, ...ids]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setTinted((before) => new Set([...before].filter((id) => !ids.includes(id))));
    }, tintMs);
    timers.current.add(timer);
  };
  return { tinted, tint };
}

function useSettled(run: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      run();
    }, settleMs);
  };
}

function usePinned(question: string, data: ListPage | undefined) {
  const [pinned, setPinned] = useState<Pinned | null>(null);
  const { tinted, tint } = useTint();
  const take = useEffectEvent((newer: ListPage) => {
    if (pinned?.question !== question || pinned.page.items.length === 0) {
      setPinned({ question, page: newer, differs: false });
      return;
    }
    const { page, changed } = renewRows(pinned.page, newer.items);
    tint(changed);
    setPinned({ question, page, differs: orderDiffers(page, newer) });
  });
  useEffect(() => {
    if (data) startTransition(() => take(data));
  }, [data]);
  return { pinned, setPinned, tinted, tint };
}

export function useCaseList(asked: AskedList, enabled: boolean) {
  const cache = useQueryClient();
  const query = callQuery('cases', asked);
  const question = JSON.stringify(asked);
  const answer = useQuery({
    ...query,
    enabled,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchOnReconnect: false,
    meta: { faults: 'mine' },
  });
  const { data, isPlaceholderData } = answer;
  const { pinned, setPinned, tinted, tint } = usePinned(question, isPlaceholderData ? undefined : data);
  const soon = useSettled(() => {
    void cache.invalidateQueries({ queryKey: query.queryKey });
    void cache.invalidateQueries({ queryKey: ['caseViews'] });
  });
  const renew = async (case_id: number) => {
    soon();
    if (!pinned?.page.items.some((row) => row.case_id === case_id)) return;
    const row = await freshRow(case_id).catch(() => null);
    if (row === null) return;
    setPinned((now) => now && { ...now, page: renewRows(now.page, [row]).page });
    tint([case_id]);
  };
  useLiveEvent((event) => {
    if (event.type === 'case') void renew(event.case_id);
  });
  const current = pinned?.question === question ? pinned : null;
  return {
    page: current?.page ?? pinned?.page ?? null,
    /** The rows belong to the question before; the new ones are on their way. */
    old: current === null,
    differs: current?.differs ?? false,
    tinted,
    error: answer.error,
    updatedMs: answer.dataUpdatedAt,
    renew: (case_id: number) => void renew(case_id),
    refresh: () => {
      const fresh = cache.getQueryData(query.queryKey);
      if (fresh) setPinned({ question, page: fresh, differs: false });
      void answer.refetch();
    },
  };
}

export type CaseListModel = ReturnType<typeof useCaseList>;
