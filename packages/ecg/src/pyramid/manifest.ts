// Describes a recording to a reader before it requests tiles.

import type { TraceHeader, TraceLead } from '../formats/trace-data.ts';
import type { PyramidFacts } from './builder.ts';
import type { LeadGaps } from './gap-list.ts';
import type { PyramidShape } from './layout.ts';
import { tileBuckets, tileSamples, topLevel } from './layout.ts';

interface PyramidManifest extends PyramidShape {
  readonly version: 1;
  readonly leads: readonly TraceLead[];
  readonly sampling_hz: number;
  /** Unix milliseconds, UTC. */
  readonly start_ms: number;
  /** Number of the coarsest level; the levels are 0 (raw) to this. */
  readonly top_level: number;
  readonly tile_samples: number;
  readonly tile_buckets: number;
  /** One entry per lead. */
  readonly gaps: readonly LeadGaps[];
  readonly signal_share: readonly number[];
  readonly overview_mismatches: number | null;
}

export function pyramidManifest(header: TraceHeader, facts: PyramidFacts): PyramidManifest {
  return {
    version: 1,
    leads: header.leads,
    lead_count: header.leads.length,
    sampling_hz: header.sampling_hz,
    start_ms: header.start_ms,
    samples: header.samples,
    header_bytes: header.header_bytes,
    top_level: topLevel(header.samples),
    tile_samples: tileSamples,
    tile_buckets: tileBuckets,
    ...facts,
  };
}
