/** Provides the signal of a saved strip's leads, fetched while it is shown and filtered as the report prints it. */
import { filterForDisplay, warmUpSeconds } from '@rhythmdesk/ecg/signal/display-filter';
import { useEffect, useMemo } from 'react';
import type { SheetSignal } from '../paint/strip-sheet.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import type { SmallStrips } from './small-strips.ts';
import { useArrived } from './use-arrived.ts';

function signalOf(strips: SmallStrips, lead: number, wide: SampleSpan, span: SampleSpan): SheetSignal {
  const all = new Float32Array(wide.end - wide.start).fill(Number.NaN);
  for (const { start, values } of strips.runs(wide, lead)) all.set(values, start - wide.start);
  const [from, to] = [span.start - wide.start, span.end - wide.start];
  const shown = filterForDisplay(all, 'band', strips.clock.sampling_hz).subarray(from, to);
  return { lead, shown, raw: all.subarray(from, to) };
}

/** `leads` must be the same array as long as its content is the same. */
export function useSheetSignals(
  strips: SmallStrips,
  { start, end }: SampleSpan,
  leads: readonly number[],
): readonly SheetSignal[] {
  const { sampling_hz, samples } = strips.clock;
  const wide = useMemo(() => {
    const around = Math.ceil(warmUpSeconds * sampling_hz);
    return { start: Math.max(0, start - around), end: Math.min(samples, end + around) };
  }, [start, end, sampling_hz, samples]);
  const spans = useMemo(() => [wide], [wide]);
  useEffect(() => strips.showAll(spans, leads), [strips, spans, leads]);
  const arrived = useArrived(strips, spans, leads);
  const sheet = useMemo(
    () => ({ arrived, signals: leads.map((lead) => signalOf(strips, lead, wide, { start, end })) }),
    [strips, wide, leads, start, end, arrived],
  );
  return sheet.signals;
}
