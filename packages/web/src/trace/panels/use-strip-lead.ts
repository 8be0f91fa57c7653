/** Chooses the lead of a small strip and fetches its signal while the strip is shown. */
import { useEffect, useMemo } from 'react';
import { useStored } from '../../platform/use-stored.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import type { SmallStrips } from './small-strips.ts';
import { useArrived } from './use-arrived.ts';

type StripLead = {
  readonly lead: number;
  /** Set if it is not the lead of the full disclosure. */
  readonly name: string | undefined;
  /** Another text when signal of the spans arrives. */
  readonly arrived: string;
};

/** `spans` must be the same array as long as its content is the same; `deciding` are the parts that need signal. */
export function useStripLead(
  strips: SmallStrips,
  spans: readonly SampleSpan[],
  deciding: readonly SampleSpan[] = spans,
): StripLead {
  const lead = useStored(strips.arrived, () => strips.leadWithin(deciding));
  const leads = useMemo(() => [lead], [lead]);
  const arrived = useArrived(strips, spans, leads);
  const name = strips.otherName(lead);
  const isUsual = lead === strips.lead();
  // The user may choose another lead for the full disclosure. Without `leads` the new one is fetched.
  useEffect(() => strips.showAll(spans, isUsual ? undefined : [lead]), [strips, spans, lead, isUsual]);
  return { lead, name, arrived };
}
