// Joins leads that a file stores in pieces; time without a piece becomes missing samples.
//
// Pieces that overlap another piece of their lead, differ from it in scale, or are absurdly far from the others are left
// out and counted: their place in time is not known.
//
// Invariant: gaps are in proportion to the stored samples, so that a few bytes never allocate gigabytes of missing
// samples.

import type { RecordingLead, SourceFlaw } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';

export interface LeadStretch {
  readonly lead: RecordingLead;
  /** Milliseconds from any moment that all stretches share. */
  readonly at_ms: number;
}

/** Gaps may make a lead at most this many times as long as its stored samples, or a minute longer at 2 kHz. */
const GAP_FACTOR = 8;
const GAP_ALLOWANCE = 120_000;

export interface Joined {
  /** The start of the earliest stretch, at which all leads begin. */
  readonly at_ms: number;
  readonly leads: readonly RecordingLead[];
  /** Number of stretches that are left out. */
  readonly apart: number;
}

const sizeOf = ({ lead }: LeadStretch): number => lead.samples.length;
const endOf = (stretch: LeadStretch): number =>
  stretch.at_ms + (1000 * sizeOf(stretch)) / stretch.lead.sampling_hz;
/** Start times of real files are rounded to milliseconds, so that pieces may overlap by a sample. */
const slackMs = ({ lead }: LeadStretch): number => 500 / lead.sampling_hz;

/** Returns one lead for each label, in order of appearance. Null if no stretch has a time. */
export function joinStretches(stretches: readonly LeadStretch[]): Joined | null {
  const timed = byLabel(stretches.filter(({ at_ms }) => Number.isFinite(at_ms)));
  const kept = inProportion([...timed.values()].flatMap(withoutOverlaps));
  const atMs = kept.reduce((least, { at_ms }) => Math.min(least, at_ms), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(atMs)) return null;
  const pieces = byLabel(kept);
  const leads = [...timed.keys()].flatMap((label) => joinLead(pieces.get(label) ?? [], atMs) ?? []);
  return { at_ms: atMs, leads, apart: stretches.length - kept.length };
}

/** Returns the flaw that names the stretches that were left out, if there are any. */
export function apartFlaw(joined: Joined | null): SourceFlaw[] {
  const count = joined?.apart ?? 0;
  return count === 0 ? [] : [{ code: 'parts-apart', detail: { count } }];
}

function byLabel(stretches: readonly LeadStretch[]): Map<string, LeadStretch[]> {
  const groups = new Map<string, LeadStretch[]>();
  for (const stretch of stretches) {
    const own = groups.get(stretch.lead.label);
    if (own === undefined) groups.set(stretch.lead.label, [stretch]);
    else own.push(stretch);
  }
  return groups;
}

/** Returns the pieces of a lead in order of time; of two that overlap, the longer. They have the scale of the longest. */
function withoutOverlaps(pieces: readonly LeadStretch[]): LeadStretch[] {
  const longest = pieces.reduce((best, piece) => (sizeOf(piece) > sizeOf(best) ? piece : best));
  const { sampling_hz: hz, gain_uv_per_lsb: gain, zero_lsb: zero } = longest.lead;
  const alike = pieces.filter(
    ({ lead }) => lead.sampling_hz === hz && lead.gain_uv_per_lsb === gain && lead.zero_lsb === zero,
  );
  const kept: LeadStretch[] = [];
  for (const piece of alike.sort((a, b) => a.at_ms - b.at_ms)) {
    const last = kept.at(-1);
    if (last === undefined || piece.at_ms >= endOf(last) - slackMs(piece)) kept.push(piece);
    else if (sizeOf(piece) > sizeOf(last)) kept[kept.length - 1] = piece;
  }
  return kept;
}

/** The time that the pieces of a lead take, and the samples that are stored of it. */
interface Extent {
  readonly end_ms: number;
  readonly stored: number;
  readonly hz: number;
}

/** Tracks whether the gaps of every lead are in proportion while pieces are added. */
class Extents {
  #fromMs = Number.POSITIVE_INFINITY;
  readonly #leads = new Map<string, Extent>();

  /** Adds a piece unless the gaps would become too long. */
  add(piece: LeadStretch): boolean {
    const { label, sampling_hz: hz } = piece.lead;
    const known = this.#leads.get(label);
    const own = {
      end_ms: Math.max(endOf(piece), known?.end_ms ?? Number.NEGATIVE_INFINITY),
      stored: sizeOf(piece) + (known?.stored ?? 0),
      hz,
    };
    const fromMs = Math.min(this.#fromMs, piece.at_ms);
    const others = fromMs < this.#fromMs ? [...this.#leads].filter(([name]) => name !== label) : [];
    if (![own, ...others.map(([, extent]) => extent)].every((extent) => fits(extent, fromMs))) return false;
    this.#fromMs = fromMs;
    this.#leads.set(label, own);
    return true;
  }
}

const fits = ({ end_ms, stored, hz }: Extent, fromMs: number): boolean =>
  ((end_ms - fromMs) * hz) / 1000 <= GAP_FACTOR * stored + GAP_ALLOWANCE;

/** Leaves out the pieces that would make gaps too long, from the longest piece outward. */
function inProportion(pieces: readonly LeadStretch[]): LeadStretch[] {
  const [first] = pieces;
  if (first === undefined) return [];
  const base = pieces.reduce((best, piece) => (sizeOf(piece) > sizeOf(best) ? piece : best), first);
  const distance = ({ at_ms }: LeadStretch): number => Math.abs(at_ms - base.at_ms);
  const extents = new Extents();
  return [...pieces].sort((a, b) => distance(a) - distance(b)).filter((piece) => extents.add(piece));
}

function joinLead(pieces: readonly LeadStretch[], atMs: number): RecordingLead | null {
  const [first] = pieces;
  if (first === undefined) return null;
  if (pieces.length === 1 && first.at_ms === atMs) return first.lead;
  const { sampling_hz: hz } = first.lead;
  const places = pieces
    .map((piece) => ({ lead: piece.lead, from: Math.round(((piece.at_ms - atMs) * hz) / 1000) }))
    .sort((a, b) => a.from - b.from);
  let end = 0;
  const runs = places.map(({ lead, from }) => {
    const at = Math.max(from, end);
    end = at + lead.samples.length;
    return { lead, at };
  });
  const samples = new Int32Array(end).fill(NO_SAMPLE);
  for (const { lead, at } of runs) samples.set(lead.samples, at);
  return { ...first.lead, samples };
}
