/** Renders a small strip again when signal of its own arrives; that of other places changes nothing. */
import { useMemo } from 'react';
import { useStored } from '../../platform/use-stored.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import type { SmallStrips } from './small-strips.ts';

/**
 * Returns which tiles of these spans are there: another text when one of them arrives. `spans` and `leads` must be the
 * same arrays as long as their content is the same.
 */
export function useArrived(
  strips: SmallStrips,
  spans: readonly SampleSpan[],
  leads: readonly number[],
): string {
  const holding = useMemo(() => strips.holding(spans, leads), [strips, spans, leads]);
  return useStored(strips.arrived, holding);
}
