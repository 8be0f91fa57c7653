/**
 * What the reader has looked at: stretches of samples as they are seen, told to the server as whole minutes in batches.
 * What could not be told is told with the next batch; telling it twice changes nothing.
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
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { createStore } from '../../../platform/store.ts';
import { useStored } from '../../../platform/use-stored.ts';
import type { SampleSpan } from '../../../trace/time/time-scale.ts';

const tellMs = 5000;
const mostRanges = 500;
const nothing: readonly MinuteRange[] = [];

export type Coverage = {
  /** Takes down that a stretch was seen. */
  readonly see: (span: SampleSpan) => void;
  readonly isSeen: (span: SampleSpan) => boolean;
};

/** What of these lies in none of the others, of a recording of so many minutes. */
const without = (
  ranges: readonly MinuteRange[],
  others: readonly MinuteRange[],
  end: number,
): MinuteRange[] => rangesOutside([...rangesOutside(ranges, end), ...others], end);

export function useCoverage(case_id: number, manifest: RecordingManifest | undefined): Coverage {
  const cache = useQueryClient();
  const { id } = useSessionUser();
  const query = callQuery('coverage', { case_id });
  const { data } = useQuery({ ...query, enabled: manifest !== undefined });
  const [held] = useState(() => createStore(nothing));
  const stretches = useStored<readonly MinuteRange[]>(held);
  const own = data?.readers.find(({ reader }) => reader.id === id)?.minutes ?? nothing;
  const tell = useEffectEvent(() => {
    if (manifest === undefined || data === undefined) return;
    const minutes = without(wholeMinutes(held.get(), manifest), own, data.minutes).slice(0, mostRanges);
    if (minutes.length === 0) return;
    api.call('tellCoverage', { case_id, minutes }).then(
      (coverage) => cache.setQueryData(query.queryKey, coverage),
      // The next batch tells it again.
      () => undefined,
    );
  });
  useEffect(() => {
    const timer = setInterval(() => tell(), tellMs);
    const stop = new AbortController();
    document.addEventListener('visibilitychange', () => tell(), { signal: stop.signal });
    return () => {
      clearInterval(timer);
      stop.abort();
      tell();
    };
  }, []);
  const isIn = (ranges: readonly MinuteRange[], from: number, to: number): boolean =>
    ranges.some((range) => range[0] <= from && range[1] >= to);
  return {
    see: ({ start, end }) => held.set(uniteRanges([...held.get(), [start, end]])),
    isSeen: ({ start, end }) =>
      isIn(stretches, start, end) ||
      (manifest !== undefined && isIn(own, ...minutesAround([start, end], manifest))),
  };
}
