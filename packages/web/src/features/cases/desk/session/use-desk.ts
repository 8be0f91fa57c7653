/**
 * Provides the queue of the desk: its order never changes while the user works, one item is open, and actions apply to
 * that item. After accepting or rejecting, the next open item is shown at once.
 */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import type { CriticalLimits } from '@rhythmdesk/ecg/reading/critical-places';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import {
  findingQueue,
  inHeldOrder,
  nextOpenItem,
  nextOpenItems,
  type QueueGroup,
  type QueueItem,
} from '@rhythmdesk/ecg/reading/finding-queue';
import type { EpisodeSpan } from '@rhythmdesk/ecg/rhythm/episode-marks';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { createStore, type Store } from '../../../../platform/store.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import type { ActiveFinding } from '../../../../trace/signal/findings.ts';
import { sampleAt } from '../../../../trace/time/time-scale.ts';
import { type StripPlace, useStripPlace } from '../../analysis/strip-place.tsx';
import { mayWrite, useReadingOfPage, useReadingPart } from '../../reading/reading-context.tsx';
import type { ReadingState, ShownReading } from '../../reading/reading-state.ts';
import { latestItem } from './latest-item.ts';
import { useAwaitedItem } from './use-awaited-item.ts';
import { useAwaitedNext } from './use-awaited-next.ts';
import { isLocalEdit, useMovingOn } from './use-moving-on.ts';

export type Desk = {
  /** The same object as long as the desk is open; `toolState` uses it as the key of a tool's state. */
  readonly identity: object;
  readonly groups: readonly QueueGroup[];
  /** Number of findings that arrived after the order was fixed; they are at the end. */
  readonly fresh: number;
  readonly settle: () => void;
  readonly current: QueueItem | null;
  /** Returns an item after all edits, also those that are still being computed: edits of it begin from that. */
  readonly latest: (item: QueueItem) => QueueItem;
  readonly writes: boolean;
  readonly open: (item: QueueItem) => void;
  /** Selects an item, or none, without moving the strip. */
  readonly read: (item: QueueItem | null) => void;
  readonly step: (by: -1 | 1) => void;
  /**
   * Writes edits into the reading; with `goOn` it opens the next open item. If several items are reviewed at once,
   * `goOn` contains their keys: from one of them it goes to the next open item that is not among them.
   */
  readonly write: (edits: readonly ReadingEdit[], goOn?: boolean | ReadonlySet<string>) => void;
  /** Opens the episode just marked there once it is in the queue. */
  readonly awaitItem: (marked: EpisodeSpan) => void;
  readonly shown: ShownReading | null;
  readonly view: RecordingHandle | null;
  /** The center's limits from which a finding is critical. */
  readonly critical: CriticalLimits;
};

function queueOf(shown: ShownReading | null, manifest: RecordingManifest | undefined): QueueGroup[] {
  if (shown === null || manifest === undefined) return [];
  const { findings, templates, accepted, extremes, summary } = shown;
  const events = manifest.events.map(({ time }) => sampleAt(manifest, Date.parse(time)));
  return findingQueue({
    findings,
    templates,
    accepted,
    extremes,
    limited: summary.limited_kinds,
    events: [...new Set(events)],
  });
}

const itemsOf = (groups: readonly QueueGroup[]): QueueItem[] => groups.flatMap(({ items }) => [...items]);
const keysOf = (groups: readonly QueueGroup[]): string[] => itemsOf(groups).map(({ key }) => key);

const spanOf = ({ start_sample, end_sample }: QueueItem) => ({ start: start_sample, end: end_sample });

/** Sets the kind and place of the selected item on the recording, so that lane and chips show the same. */
function markActive(strip: StripPlace, item: QueueItem | null, shown: ShownReading | null): void {
  if (item?.of !== 'episode') return strip.active.set({ kind: null, index: -1 });
  const { kind, start_sample, end_sample } = item.finding;
  const index = (shown?.summary.episodes ?? [])
    .filter((one) => one.kind === kind)
    .findIndex((one) => one.start_sample === start_sample && one.end_sample === end_sample);
  strip.active.set({ kind, index });
}

/** Steps from the current item. If an edit removed that item, its neighbours in the earlier order are used. */
function stepFrom(
  items: readonly QueueItem[],
  { order, key }: { readonly order: readonly string[] | null; readonly key: string | null },
  by: -1 | 1,
): QueueItem | null {
  const at = items.findIndex((item) => item.key === key);
  const last = items.length - 1;
  if (at >= 0 || key === null || order === null) return items[Math.min(last, Math.max(0, at + by))] ?? null;
  const behind = new Set(order.slice(order.indexOf(key)));
  const next = items.findIndex((item) => behind.has(item.key));
  if (next < 0) return items[last] ?? null;
  return items[by === 1 ? next : Math.max(0, next - 1)] ?? null;
}

type QueueStores = {
  readonly order: Store<readonly string[] | null>;
  readonly current: Store<string | null>;
};
const makeHeld = (): QueueStores => ({
  order: createStore<readonly string[] | null>(null),
  current: createStore<string | null>(null),
});

type DeskParts = {
  readonly held: QueueStores;
  readonly groups: readonly QueueGroup[];
  readonly shown: ShownReading | null;
};

/** Fixes the order of the queue once the first item is selected; an empty queue has no order to fix. */
function holdOrder({ held, groups }: DeskParts): void {
  const keys = keysOf(groups);
  if (held.order.get() === null && keys.length > 0) held.order.set(keys);
}

/** Selects an item, or none, without moving the strip. */
function useReadingOf(parts: DeskParts): (item: QueueItem | null) => void {
  const { held, shown } = parts;
  const strip = useStripPlace();
  return (item) => {
    holdOrder(parts);
    held.current.set(item?.key ?? null);
    markActive(strip, item, shown);
  };
}

function useOpening(parts: DeskParts): (item: QueueItem | null) => void {
  const strip = useStripPlace();
  const read = useReadingOf(parts);
  return (item) => {
    holdOrder(parts);
    if (item === null) return;
    strip.view.get()?.select(null);
    read(item);
    strip.showSpan(spanOf(item));
  };
}

/** Selects the item that was chosen on the trend or its chips. */
function follow({ kind, index }: ActiveFinding, { held, groups, shown }: DeskParts): void {
  const place = shown?.summary.episodes.filter((one) => one.kind === kind)[index];
  if (place === undefined) return;
  const item = itemsOf(groups).find(
    (one) =>
      one.of === 'episode' &&
      one.finding.kind === kind &&
      one.start_sample === place.start_sample &&
      one.end_sample === place.end_sample,
  );
  if (item !== undefined) held.current.set(item.key);
}

function useFollowing(parts: DeskParts): void {
  const { active } = useStripPlace();
  const onChosen = useEffectEvent(() => follow(active.get(), parts));
  useEffect(() => active.subscribe(() => onChosen()), [active]);
}

/** Several, because an experienced user reviews faster than one response arrives. */
const itemsAhead = 3;

/** Loads the signal of the next open items while one is selected. */
function useAhead(view: RecordingHandle | null, groups: readonly QueueGroup[], key: string | null): void {
  useEffect(() => {
    view?.ahead(nextOpenItems(groups, key, itemsAhead).map(spanOf));
  }, [view, groups, key]);
}

/** Opens the first open item once there is a queue, unless the desk opens at another place. */
function useBeginning(
  isReady: boolean,
  parts: DeskParts,
  open: (item: QueueItem | null) => void,
  opensElsewhere: boolean,
): void {
  const strip = useStripPlace();
  const begin = useEffectEvent(() => {
    follow(strip.active.get(), parts);
    const isElsewhere = opensElsewhere || strip.opened.place.at !== undefined;
    if (parts.held.current.get() === null && !isElsewhere) open(nextOpenItem(parts.groups, null));
  });
  useEffect(() => {
    if (isReady) begin();
  }, [isReady]);
}

/** Returns the item to open after a write: null if the selected item stays, `awaited` if no other item is open yet. */
function nextAfter(
  goOn: boolean | ReadonlySet<string>,
  groups: readonly QueueGroup[],
  key: string | null,
): QueueItem | 'awaited' | null {
  const judged: ReadonlySet<string> = new Set(typeof goOn === 'boolean' ? [] : goOn);
  const isLeft = goOn === true || (key !== null && judged.has(key));
  if (!isLeft) return null;
  const next = nextOpenItem(groups, key, judged);
  return next === null || next.key === key ? 'awaited' : next;
}

const shownOf = (reading: ReadingState | null): ShownReading | null => reading?.shown ?? null;

type DeskOptions = {
  /** Whether the desk opens at a place of its own; undefined until that is known. */
  readonly opens: boolean | undefined;
  /** The rules of the center; null for a user who does not know them. */
  readonly rules: CriticalLimits | null;
};

export function useDesk(manifest: RecordingManifest | undefined, { opens, rules }: DeskOptions): Desk {
  const session = useReadingOfPage();
  const shown = useReadingPart(shownOf);
  const writes = useReadingPart(mayWrite);
  const strip = useStripPlace();
  const view = useStored(strip.view);
  const [held] = useState(makeHeld);
  const order = useStored(held.order);
  const key = useStored(held.current);
  const queue = useMemo(() => queueOf(shown, manifest), [shown, manifest]);
  const { groups, fresh } = useMemo(
    () => (order === null ? { groups: queue, fresh: 0 } : inHeldOrder(queue, order)),
    [queue, order],
  );
  const items = useMemo(() => itemsOf(groups), [groups]);
  const current = items.find((item) => item.key === key) ?? null;
  const parts = { held, groups, shown };
  const open = useOpening(parts);
  const read = useReadingOf(parts);
  useFollowing(parts);
  useBeginning(view !== null && items.length > 0 && opens !== undefined, parts, open, opens === true);
  useMovingOn(current, useReadingPart(isLocalEdit), () => open(nextOpenItem(groups, key)));
  useAhead(view, groups, key);
  const awaitNext = useAwaitedNext(items, key, open);
  return {
    identity: held,
    groups,
    fresh,
    settle: () => held.order.set(keysOf(queue)),
    current,
    latest: (item) => latestItem(item, session?.state.get().log ?? []),
    writes,
    open,
    read,
    step: (by) => open(stepFrom(items, { order, key }, by)),
    write: (edits, goOn = false) => {
      if (edits.length === 0 || session === null || !writes) return;
      session.edit(edits);
      const next = nextAfter(goOn, groups, key);
      if (next === 'awaited') awaitNext();
      else if (next !== null) open(next);
    },
    awaitItem: useAwaitedItem(items, key, open),
    shown,
    view,
    critical: rules ?? usualCriticalSettings.rules,
  };
}
