/**
 * Links a window of the desk with the other window of the same case and user: place, finding, selection, beats of a
 * plot.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSessionUser } from '../../../../platform/session/session-state.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { useStripPlace } from '../../analysis/strip-place.tsx';
import type { Store } from '../../../../platform/store.ts';
import type { Desk } from '../session/use-desk.ts';
import { ownName } from '../../../../platform/address/base-path.ts';
import { deskName, type LinkPart, linkWindows, type WindowLink, windowChannel } from './window-link.ts';

type Taken = { readonly from: string; readonly samples: readonly number[] };
/** Beats that were selected in a plot; those of the other window are marked. */
type TakenBeats = Pick<Store<Taken | null>, 'get' | 'subscribe'> & {
  readonly set: (taken: (Taken & { readonly elsewhere: true }) | null) => void;
};

type Shared = { readonly desk: Desk; readonly taken: TakenBeats };

function partsOf({ desk: { view, current }, taken: { get } }: Shared): LinkPart[] {
  const taken = get();
  return [
    { kind: 'finding', value: current?.key ?? null },
    ...(view === null
      ? []
      : ([
          { kind: 'place', value: Math.max(0, view.looked()) },
          { kind: 'selected', value: view.selected() },
        ] as const)),
    { kind: 'taken', value: taken === null ? null : { from: taken.from, samples: [...taken.samples] } },
  ];
}

/**
 * Shows what the other window shows. A finding that is not in the queue yet is selected once it is. The place comes
 * only from the other window, because a long episode has another middle in a window of another width.
 */
function useApplying(
  { desk, taken }: Shared,
  link: { readonly current: WindowLink | null },
): (part: LinkPart) => void {
  const strip = useStripPlace();
  const wanted = useRef<string | null>(null);
  const readWanted = (): void => {
    const item = desk.groups.flatMap(({ items }) => [...items]).find(({ key }) => key === wanted.current);
    if (item === undefined) return;
    wanted.current = null;
    if (item.key !== desk.current?.key) desk.read(item);
  };
  const onGroups = useEffectEvent(readWanted);
  useEffect(() => link.current?.quietly(() => onGroups()), [desk.groups, link]);
  return (part) => {
    const { view } = desk;
    switch (part.kind) {
      case 'place':
        if (view === null || Math.abs(view.looked() - part.value) > 1) strip.show(part.value);
        return;
      case 'finding':
        wanted.current = part.value;
        return readWanted();
      case 'selected':
        return view?.select(part.value);
      case 'taken':
        return taken.set(part.value === null ? null : { ...part.value, elsewhere: true });
    }
  };
}

const placeOf = (view: RecordingHandle) => {
  const { start, end } = view.strip();
  return { width: end - start, looked: view.looked() };
};

/** Calls `moved` when the reader looks elsewhere, but not when the window only changes its width. */
function onStripMoved(view: RecordingHandle, moved: () => void): () => void {
  let before = placeOf(view);
  return view.onMoved(() => {
    const now = placeOf(view);
    const isSameWidth = Math.abs(now.width - before.width) < 1;
    const isMoved = Math.abs(now.looked - before.looked) >= 1;
    before = now;
    if (isSameWidth && isMoved) moved();
  });
}

type LinkOf = {
  readonly case_id: number;
  readonly role: 'desk' | 'second';
  readonly taken: TakenBeats;
  /** False if another window of this browser is the desk of the case. */
  readonly isOn: boolean;
  readonly onDesk?: () => void;
};

export function useWindowLink(desk: Desk, { case_id, role, taken, isOn, onDesk }: LinkOf): void {
  const { id } = useSessionUser();
  const link = useRef<WindowLink | null>(null);
  const applying = useApplying({ desk, taken }, link);
  const apply = useEffectEvent(applying);
  const shown = useEffectEvent(() => partsOf({ desk, taken }));
  const answered = useEffectEvent(() => onDesk?.());
  useEffect(() => {
    if (!isOn || typeof BroadcastChannel === 'undefined') return undefined;
    const channel = windowChannel(id, case_id);
    const ends = { shown: () => shown(), apply: (part: LinkPart) => apply(part), onDesk: () => answered() };
    link.current = linkWindows({ channel, role, ...ends });
    return () => {
      link.current?.close();
      link.current = null;
      channel.close();
    };
  }, [id, case_id, role, isOn]);
  const { view, current } = desk;
  const postAll = useEffectEvent((kinds: readonly LinkPart['kind'][]) => {
    for (const part of partsOf({ desk, taken })) if (kinds.includes(part.kind)) link.current?.publish(part);
  });
  useEffect(() => {
    if (view === null) return undefined;
    const leave = [
      onStripMoved(view, () => postAll(['place'])),
      view.onSelected(() => postAll(['selected'])),
    ];
    return () => leave.forEach((one) => one());
  }, [view]);
  useEffect(() => taken.subscribe(() => postAll(['taken'])), [taken]);
  const key = current?.key;
  useEffect(() => postAll(['finding']), [key]);
}

/**
 * Holds the lock with the desk's name while this window is the desk. The browser releases the lock however the window
 * ends.
 */
export function useIsPrimaryWindow(case_id: number): boolean {
  const { id } = useSessionUser();
  const [holds, setHolds] = useState(!('locks' in navigator));
  useEffect(() => {
    if (!('locks' in navigator)) return undefined;
    const stop = new AbortController();
    const held = (): Promise<void> => {
      setHolds(true);
      return new Promise((resolve) => stop.signal.addEventListener('abort', () => resolve()));
    };
    navigator.locks
      .request(ownName(deskName(id, case_id)), { signal: stop.signal }, held)
      .catch(() => undefined);
    return () => stop.abort();
  }, [id, case_id]);
  return holds;
}

/** Returns whether the window of the desk is closed, and a function to call when a desk has answered. */
export function useDeskGone(case_id: number): readonly [boolean, () => void] {
  const { id } = useSessionUser();
  const [isGone, setGone] = useState(false);
  const [answers, setAnswers] = useState(0);
  useEffect(() => {
    if (!('locks' in navigator)) return undefined;
    const stop = new AbortController();
    navigator.locks
      .request(ownName(deskName(id, case_id)), { signal: stop.signal }, () => setGone(true))
      .catch(() => undefined);
    return () => stop.abort();
  }, [id, case_id, answers]);
  const answered = (): void => {
    setGone(false);
    setAnswers((before) => before + 1);
  };
  return [isGone, answered];
}
