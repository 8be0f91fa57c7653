// Joins leads that a file stores in pieces; time without a piece becomes missing samples.
//
// Invariant: gaps are in proportion to the stored samples, so that a few bytes never allocate gigabytes of missing
// samples.

import type { RecordingLead } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';

export interface LeadStretch {
  readonly lead: RecordingLead;
  /** Milliseconds from any moment that all stretches share. */
  readonly at_ms: number;
}

/** Gaps may make a lead at most this many times as long as its stored samples, or a minute longer at 2 kHz. */
const GAP_FACTOR = 8;
const GAP_ALLOWANCE = 120_000;

/** Tells whether the gaps of a lead are in proportion: `length` samples in total, `stored` of them in the file. */
function gapsInProportion(length: number, stored: number): boolean {
  return length <= GAP_FACTOR * stored + GAP_ALLOWANCE;
}

export interface Joined {
  /** The start of the earliest stretch, at which all leads begin. */
  readonly at_ms: number;
  readonly leads: readonly RecordingLead[];
}

/**
 * Returns one lead for each label, in order of appearance. Null if pieces of a lead overlap, differ in scale or are too
 * far apart.
 */
export function joinStretches(stretches: readonly LeadStretch[]): Joined | null {
  const atMs = stretches.reduce((least, stretch) => Math.min(least, stretch.at_ms), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(atMs)) return null;
  const byLabel = new Map<string, LeadStretch[]>();
  for (const stretch of stretches) {
    const own = byLabel.get(stretch.lead.label);
    if (own === undefined) byLabel.set(stretch.lead.label, [stretch]);
    else own.push(stretch);
  }
  const leads: RecordingLead[] = [];
  for (const pieces of byLabel.values()) {
    const lead = joinLead(pieces, atMs);
    if (lead === null) return null;
    leads.push(lead);
  }
  return { at_ms: atMs, leads };
}

function joinLead(pieces: readonly LeadStretch[], atMs: number): RecordingLead | null {
  const [first] = pieces;
  if (first === undefined) return null;
  const { sampling_hz: hz, gain_uv_per_lsb: gain, zero_lsb: zero } = first.lead;
  if (pieces.length === 1 && first.at_ms === atMs) return first.lead;
  const places = pieces
    .map((piece) => ({ lead: piece.lead, from: Math.round(((piece.at_ms - atMs) * hz) / 1000) }))
    .sort((a, b) => a.from - b.from);
  let end = 0;
  let stored = 0;
  for (const { lead, from } of places) {
    const alike = lead.sampling_hz === hz && lead.gain_uv_per_lsb === gain && lead.zero_lsb === zero;
    if (!alike || !(from >= end)) return null;
    end = from + lead.samples.length;
    stored += lead.samples.length;
  }
  if (!gapsInProportion(end, stored)) return null;
  const samples = new Int32Array(end).fill(NO_SAMPLE);
  for (const { lead, from } of places) samples.set(lead.samples, from);
  return { ...first.lead, samples };
}
