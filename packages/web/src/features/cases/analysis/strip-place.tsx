/**
 * Stores the current place of the strip and the selected finding of a case, which the recording, the findings beside it
 * and the comments of the same page share.
 */
import { useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';
import { createStore, type Store } from '../../../platform/store.ts';
import type { RecordingHandle } from '../../../trace/panels/recording-handle.ts';
import { type ActiveFinding, placeAt, type Places } from '../../../trace/signal/findings.ts';
import type { SampleSpan } from '../../../trace/time/time-scale.ts';
import { readAddress, type StripAddress } from './strip-address.ts';

export type StripPlace = {
  /** Registers the recording that is on the page until the returned function is called. */
  readonly keep: (view: RecordingHandle) => () => void;
  readonly view: Store<RecordingHandle | null>;
  /** Counts the requests for a place while no recording was in view; the place is shown once there is one. */
  readonly called: Store<number>;
  /** Moves the strip to a sample. */
  readonly show: (sample: number) => void;
  /** Moves the strip to a stretch of samples. */
  readonly showSpan: (span: SampleSpan) => void;
  /** The selected finding: null until one is chosen. */
  readonly active: Store<ActiveFinding>;
  readonly read: (kind: string, index: number, places: Places) => void;
  /** The contents of the address when the page was opened. */
  readonly opened: StripAddress;
};

function makeStripPlace(opened: StripAddress): StripPlace {
  const view = createStore<RecordingHandle | null>(null);
  const active = createStore<ActiveFinding>(opened.active);
  const called = createStore(0);
  let waits: ((shown: RecordingHandle) => void) | null = null;
  const bring = (move: (shown: RecordingHandle) => void): void => {
    const shown = view.get();
    if (shown !== null) return move(shown);
    waits = move;
    called.set(called.get() + 1);
  };
  return {
    keep(next) {
      view.set(next);
      waits?.(next);
      waits = null;
      return () => {
        if (view.get() === next) view.set(null);
      };
    },
    view,
    called,
    show: (sample) => bring((shown) => shown.goTo(sample)),
    showSpan: (span) => bring((shown) => shown.show(span)),
    active,
    read(kind, index, places) {
      active.set({ kind, index });
      const place = placeAt(places, index);
      if (place !== null) bring((shown) => shown.show(place));
    },
    opened,
  };
}

const StripPlaceContext = createContext<StripPlace | null>(null);

export function StripPlaceProvider({ children }: { children: ReactNode }) {
  const search: unknown = useSearch({ strict: false });
  const [place] = useState(() => makeStripPlace(readAddress(search)));
  return <StripPlaceContext value={place}>{children}</StripPlaceContext>;
}

export function useStripPlace(): StripPlace {
  const place = use(StripPlaceContext);
  if (place === null) throw new Error('no strip place around this');
  return place;
}

/** Brings the recording back into view when a place in it is requested. */
export function useCalledRecording(reveal: () => void): void {
  const { called } = useStripPlace();
  const onCall = useEffectEvent(reveal);
  useEffect(() => called.subscribe(() => onCall()), [called]);
}
