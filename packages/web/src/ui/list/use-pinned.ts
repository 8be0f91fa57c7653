/**
 * Pins the displayed rows of a list. A response to another query replaces them. A newer response to the same query only
 * updates the rows in place, tints them for 1.2 s and reports whether order or total have changed. A list without rows
 * accepts every response at once, since nothing can move there.
 */
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ListPage, orderDiffers, renewRows, type RowRule } from './live-list.ts';

const tintMs = 1_200;
/** Events come in bursts; the list is fetched again at most this often. */
const settleMs = 600;

export type Pinned<Row> = {
  readonly queryText: string;
  readonly page: ListPage<Row>;
  readonly differs: boolean;
};

type Refetch<Row> = () => Promise<{ readonly data: ListPage<Row> | undefined }>;

function useTint<Key>() {
  const [tinted, setTinted] = useState<ReadonlySet<Key>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => () => timers.current.forEach((timer) => clearTimeout(timer)), []);
  const tint = (keys: readonly Key[]) => {
    if (keys.length === 0) return;
    setTinted((before) => new Set([...before, ...keys]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setTinted((before) => new Set([...before].filter((key) => !keys.includes(key))));
    }, tintMs);
    timers.current.add(timer);
  };
  return { tinted, tint };
}

/** Runs once for many calls, after they have paused for a moment. */
export function useSettled(run: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      run();
    }, settleMs);
  };
}

type PinnedQuery<Row> = {
  /** Identifies the query. */
  readonly queryText: string;
  /** Its newest response. */
  readonly data: ListPage<Row> | undefined;
  readonly error: Error | null;
};

/** Returns the rows to show: those of the query before stay until this one has answered, and not if it fails. */
function shownOf<Row>(pinned: Pinned<Row> | null, { queryText, error }: PinnedQuery<Row>) {
  const current = pinned?.queryText === queryText ? pinned : null;
  return {
    page: (error === null ? pinned : current)?.page ?? null,
    /** The rows belong to the previous query; the new ones are being fetched. */
    old: current === null,
    differs: current?.differs ?? false,
  };
}

export function usePinned<Row, Key extends string | number>(
  query: PinnedQuery<Row>,
  rule: RowRule<Row, Key>,
) {
  const { queryText, data } = query;
  const [pinned, setPinned] = useState<Pinned<Row> | null>(null);
  const { tinted, tint } = useTint<Key>();
  const take = useEffectEvent((newer: ListPage<Row>) => {
    if (pinned?.queryText !== queryText || pinned.page.items.length === 0) {
      setPinned({ queryText, page: newer, differs: false });
      return;
    }
    const { page, changed } = renewRows(pinned.page, newer.items, rule);
    tint(changed);
    setPinned({ queryText, page, differs: orderDiffers(page, newer, rule) });
  });
  useEffect(() => {
    if (data) startTransition(() => take(data));
  }, [data]);
  const replace = (page: ListPage<Row> | undefined) => {
    if (page === undefined) return;
    setPinned((now) =>
      now === null || now.queryText === queryText ? { queryText, page, differs: false } : now,
    );
  };
  /** Replaces the rows by the newest response, and by the server's next one, for example with a row just created. */
  const showNewest = async (refetch: Refetch<Row>) => {
    replace(data);
    replace((await refetch()).data);
  };
  return { ...shownOf(pinned, query), setPinned, tinted, tint, showNewest };
}
