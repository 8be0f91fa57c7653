/**
 * Converts the result of the beat finder to the table that is stored: positions in samples of the recording, classes,
 * and templates renumbered by their number of beats (the rarest share the number 255).
 */
import type { FoundBeats } from './beat-finder.ts';
import { noTemplate } from './beat-table.ts';
import type { BeatShape, BeatTable } from './beat-table.ts';
import { clusterKey } from './class-features.ts';
import { classifyBeats } from './classify.ts';
import { markPaced } from './pacing.ts';
import { workHz } from './lead-bands.ts';

const mostTemplates = 64;
/** Lowest sampling rate at which a stimulus of two milliseconds is visible. */
const slowestForSpikes = 200;
/** A template with fewer beats is not listed. */
const fewestBeats = 3;

export function tableOf(found: FoundBeats, hz: number, length: number): BeatTable {
  const { columns } = found;
  const { classes, confidence } = classifyBeats(columns, found.pairOf);
  if (hz >= slowestForSpikes) markPaced(columns, classes);
  const n = columns.count;
  const samples = new Uint32Array(n);
  const toSamples = hz / workHz;
  for (let i = 0; i < n; i++) {
    samples[i] = Math.max(0, Math.min(length - 1, Math.round((columns.peak[i] ?? 0) * toSamples)));
  }
  const { numbers, shapes } = renumbered(found, classes);
  return {
    sampling_hz: hz,
    length,
    samples,
    classes,
    templates: numbers,
    confidence,
    leads: columns.lead.slice(0, n),
    onsets: columns.onset.slice(0, n),
    offsets: columns.offset.slice(0, n),
    af: new Uint8Array(n),
    shapes,
  };
}

function renumbered(found: FoundBeats, classes: Uint8Array): { numbers: Uint8Array; shapes: BeatShape[] } {
  const { columns } = found;
  const tallies = new Map<number, Uint32Array>();
  for (let i = 0; i < columns.count; i++) {
    const key = clusterKey(columns.lead[i] ?? 0, columns.template[i] ?? 0);
    let tally = tallies.get(key);
    if (!tally) tallies.set(key, (tally = new Uint32Array(9)));
    const byte = classes[i] ?? 0;
    tally[byte] = (tally[byte] ?? 0) + 1;
    tally[8] = (tally[8] ?? 0) + 1;
  }
  const listed = [...tallies]
    .filter(([, tally]) => (tally[8] ?? 0) >= fewestBeats)
    .sort((a, b) => (b[1][8] ?? 0) - (a[1][8] ?? 0) || a[0] - b[0])
    .slice(0, mostTemplates);
  const numberOf = new Map(listed.map(([key], number) => [key, number]));
  const numbers = new Uint8Array(columns.count);
  for (let i = 0; i < columns.count; i++) {
    numbers[i] = numberOf.get(clusterKey(columns.lead[i] ?? 0, columns.template[i] ?? 0)) ?? noTemplate;
  }
  const shapes = listed.map(([key, tally]) => {
    const lead = Math.floor(key / 65536);
    const mean = found.shapeOf(lead, key % 65536);
    const most = tally
      .subarray(0, 8)
      .reduce((best, count, byte, all) => (count > (all[best] ?? 0) ? byte : best), 0);
    return { lead, beats: tally[8] ?? 0, class_byte: most, ...packed(mean) };
  });
  return { numbers, shapes };
}

function packed(mean: Float32Array): Pick<BeatShape, 'samples' | 'peak_uv'> {
  let peak = 1e-6;
  for (const value of mean) peak = Math.max(peak, Math.abs(value));
  return {
    samples: Int8Array.from(mean, (value) => Math.round((127 * value) / peak)),
    peak_uv: Math.fround(peak / 2),
  };
}
