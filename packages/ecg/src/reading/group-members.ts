/**
 * Selects which beats of a group are overlaid, and which are shown first. A group may contain a million beats whose
 * signal is in thousands of tiles, so the overlay takes beats from a few tiles, spread evenly over the group.
 *
 * Invariants: every member is a beat of the group, and none is twice in one list; a small group is shown completely;
 * every class that the group contains is in the overlay.
 */
import { noTemplate } from '../beats/beat-table.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { beatAt } from './anchors.ts';

export interface GroupMembers {
  readonly overlay: readonly number[];
  /** The beats that the engine is least certain of, the worst first. */
  readonly worst: readonly number[];
}

interface MemberLimits {
  /** Samples per tile of the signal. */
  readonly tile_samples: number;
  readonly tiles: number;
  readonly per_tile: number;
  /** Number of beats of each class that the overlay has at least, if the group has them. */
  readonly per_class: number;
  readonly worst: number;
}

export function groupMembers(beats: BeatTable, template: number, limits: MemberLimits): GroupMembers {
  const { samples, confidence } = beats;
  const members = membersOf(beats, template);
  const sampleOf = (index: number): number => samples[index] ?? 0;
  const worst = leastCertain(members, confidence, limits.worst);
  const overlay = withEachClass(spread(members, sampleOf, limits), members, beats, limits);
  return { overlay: overlay.map(sampleOf), worst: worst.map(sampleOf) };
}

/** All beats of a group, the least certain first, and the templates that they had in the analysis. */
export interface GroupBeats {
  readonly samples: Uint32Array<ArrayBuffer>;
  readonly templates: readonly number[];
  /** For each beat the width of its QRS complex and the interval before it, in milliseconds; 0 if unknown. */
  readonly qrs_ms: Uint16Array<ArrayBuffer>;
  readonly rr_ms: Uint16Array<ArrayBuffer>;
}

/** Onset and offset are stored in units of 4 ms. */
const widthUnitMs = 4;

export function groupBeats(beats: BeatTable, base: BeatTable, template: number): GroupBeats {
  const members = membersOf(beats, template);
  const found = new Set<number>();
  for (const member of members) {
    const at = beatAt(base.samples, beats.samples[member] ?? 0);
    const own = at < 0 ? undefined : base.templates[at];
    if (own !== undefined && own !== noTemplate) found.add(own);
  }
  members.sort((a, b) => (beats.confidence[a] ?? 0) - (beats.confidence[b] ?? 0) || a - b);
  const { samples, onsets, offsets, sampling_hz } = beats;
  const rrOf = (member: number): number =>
    member === 0 ? 0 : (1000 * ((samples[member] ?? 0) - (samples[member - 1] ?? 0))) / sampling_hz;
  return {
    samples: Uint32Array.from(members, (member) => samples[member] ?? 0),
    templates: [...found].sort((a, b) => a - b),
    qrs_ms: Uint16Array.from(
      members,
      (member) => widthUnitMs * ((onsets[member] ?? 0) + (offsets[member] ?? 0)),
    ),
    rr_ms: Uint16Array.from(members, (member) => Math.min(65_535, Math.round(rrOf(member)))),
  };
}

function membersOf({ templates }: BeatTable, template: number): number[] {
  const members: number[] = [];
  for (let i = templates.indexOf(template); i >= 0; i = templates.indexOf(template, i + 1)) members.push(i);
  return members;
}

function spread(
  members: readonly number[],
  sampleOf: (index: number) => number,
  { tile_samples, tiles, per_tile }: MemberLimits,
): number[] {
  if (members.length <= tiles) return [...members];
  const chosen = new Set<number>();
  for (let n = 0; n < tiles; n++) {
    const first = Math.floor((n * members.length) / tiles);
    const tile = Math.floor(sampleOf(members[first] ?? 0) / tile_samples);
    for (let at = first; at < Math.min(members.length, first + per_tile); at++) {
      const member = members[at] ?? 0;
      if (Math.floor(sampleOf(member) / tile_samples) !== tile) break;
      chosen.add(member);
    }
  }
  return [...chosen];
}

/** Adds beats of the classes that are rare in the overlay, spread evenly over the group. */
function withEachClass(
  chosen: readonly number[],
  members: readonly number[],
  { classes }: BeatTable,
  { per_class }: MemberLimits,
): number[] {
  const added = new Set(chosen);
  for (const of of new Set(members.map((member) => classes[member]))) {
    const own = members.filter((member) => classes[member] === of);
    const held = chosen.filter((member) => classes[member] === of).length;
    const wanted = Math.min(per_class, own.length);
    for (let n = held; n < wanted; n++) added.add(own[Math.floor((n * own.length) / wanted)] ?? 0);
  }
  return [...added].sort((a, b) => a - b);
}

/** Returns the `count` least certain members: counting each certainty gives the limit, and one pass collects them. */
function leastCertain(members: readonly number[], confidence: Uint8Array, count: number): number[] {
  const held = new Uint32Array(256);
  for (const member of members) {
    const percent = confidence[member] ?? 0;
    held[percent] = (held[percent] ?? 0) + 1;
  }
  let limit = 0;
  for (let below = held[0] ?? 0; limit < 255 && below < count; below += held[limit] ?? 0) limit++;
  return members
    .filter((member) => (confidence[member] ?? 0) <= limit)
    .sort((a, b) => (confidence[a] ?? 0) - (confidence[b] ?? 0) || a - b)
    .slice(0, count);
}
