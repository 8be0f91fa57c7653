/**
 * Tracks which parts of the recording were reviewed. The reader's own ranges of samples are sent to the server as whole
 * minutes, in batches. If a batch cannot be sent, its minutes are sent with the next one; sending them twice has no
 * effect.
 */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import {
  type MinuteRange,
  minutesAround,
  rangesOutside,
  uniteRanges,
  wholeMinutes,
} from '@rhythmdesk/ecg/reading/minute-ranges';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { callQuery } from '../../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../../platform/session/session-state.ts';
import { createStore } from '../../../../platform/store.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import type { SampleSpan } from '../../../../trace/time/time-scale.ts';
import { type CoverageSums, coverageSums, firstUnseen } from './coverage-sums.ts';
import { useSeenTracking } from './use-seen-tracking.ts';

const sendEveryMs = 5000;
const mostRanges = 500;
const nothing: readonly MinuteRange[] = [];

type Coverage = {
  /** Marks a range as seen. */
  readonly see: (span: SampleSpan) => void;
  readonly isSeen: (span: SampleSpan) => boolean;
  /** Returns the first unreviewed range; null if there is none, or if that is not known yet. */
  readonly firstUnseen: () => SampleSpan | null;
  /** Null until it is known. */
  readonly sums: CoverageSums | null;
};

const noCoverage: Coverage = {
  ...{ see: () => undefined, isSeen: () => false, firstUnseen: () => null, sums: null },
};

const CoverageOfDesk = createContext(noCoverage);
export const CoverageProvider = CoverageOfDesk.Provider;
export const useCoverage = (): Coverage => use(CoverageOfDesk);

/** Returns the minutes of `ranges` that are in none of the others; `end` is the length of the recording. */
const without = (
  ranges: readonly MinuteRange[],
  others: readonly MinuteRange[],
  end: number,
): MinuteRange[] => rangesOutside([...rangesOutside(ranges, end), ...others], end);

/** Sends every few seconds, and before the page is left or hidden. */
function useSending(send: () => void): void {
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    const timer = setInterval(() => sendNow(), sendEveryMs);
    const stop = new AbortController();
    document.addEventListener('visibilitychange', () => sendNow(), { signal: stop.signal });
    return () => {
      clearInterval(timer);
      stop.abort();
      sendNow();
    };
  }, []);
}

export function useMakeCoverage(
  case_id: number,
  manifest: RecordingManifest | undefined,
  view: RecordingHandle | null,
  /** False for a second reading: what its reader has seen does not count for the first reading. */
  isRecorded: boolean,
): Coverage {
  const cache = useQueryClient();
  const { id } = useSessionUser();
  const query = callQuery('coverage', { case_id });
  const { data } = useQuery({ ...query, enabled: isRecorded && manifest !== undefined });
  const [held] = useState(() => createStore(nothing));
  const stretches = useStored<readonly MinuteRange[]>(held);
  const own = data?.readers.find(({ reader }) => reader.id === id)?.minutes ?? nothing;
  const send = (): void => {
    if (!isRecorded || manifest === undefined || data === undefined) return;
    const minutes = without(wholeMinutes(held.get(), manifest), own, data.minutes).slice(0, mostRanges);
    if (minutes.length === 0) return;
    api.call('recordCoverage', { case_id, minutes }).then(
      (coverage) => cache.setQueryData(query.queryKey, coverage),
      // The next batch sends these minutes again.
      () => undefined,
    );
  };
  useSending(send);
  const isIn = (ranges: readonly MinuteRange[], from: number, to: number): boolean =>
    ranges.some((range) => range[0] <= from && range[1] >= to);
  const see = ({ start, end }: SampleSpan): void => held.set(uniteRanges([...held.get(), [start, end]]));
  useSeenTracking(view, see);
  const sums = useMemo(
    () =>
      data === undefined || manifest === undefined
        ? null
        : coverageSums(data, id, wholeMinutes(stretches, manifest)),
    [data, manifest, id, stretches],
  );
  return {
    sums,
    see,
    firstUnseen: () =>
      sums === null || manifest === undefined ? null : firstUnseen(sums, held.get(), manifest.sampling_hz),
    isSeen: ({ start, end }) =>
      isIn(stretches, start, end) ||
      (manifest !== undefined && isIn(own, ...minutesAround([start, end], manifest))),
  };
}
