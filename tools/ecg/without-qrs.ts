/**
 * Inserts stretches without QRS into a record, made of its own signal: with continuing P waves, with its quiet line
 * between beats, and with that line plus waves of atrial fibrillation or small noise. The original signal continues
 * after each stretch.
 */
import { FibrillationWaves } from '@rhythmdesk/ecg/synth/fibrillation-waves';
import { normal, seededRandom } from '@rhythmdesk/ecg/synth/random';
import type { Random } from '@rhythmdesk/ecg/synth/random';
import type { Annotation, EcgRecord } from './records.ts';

const stretchKinds = ['p_waves', 'quiet', 'fibrillating', 'noise'] as const;
type StretchKind = (typeof stretchKinds)[number];

export interface StretchWithoutQrs {
  readonly kind: StretchKind;
  readonly seconds: number;
  /** Samples of the beats before and after it. */
  readonly start: number;
  readonly end: number;
}

const lengths = [3, 6, 9, 12, 20, 30, 60];
/** Seconds from one stretch to the next, and before the first. */
const apart = 100;
const first = 60;
const beatSymbols = /^[NLRBejVAaSJFEQ/f]$/;

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Returns a part of the signal without its slope. */
function levelled(lead: Int16Array, from: number, count: number): Float64Array {
  const part = Float64Array.from(lead.subarray(from, from + count));
  const edge = Math.max(1, Math.round(count / 10));
  const [a, b] = [mean(part.subarray(0, edge)), mean(part.subarray(count - edge))];
  return part.map((value, i) => value - a - ((b - a) * i) / count);
}

/** Returns the beats in a steady sinus rhythm, whose surroundings are all alike. */
function steadyBeats(record: EcgRecord): { at: number; rr: number }[] {
  const { annotations, sampling_hz: hz } = record;
  const beats = annotations.filter(({ symbol }) => beatSymbols.test(symbol));
  const usual = median(beats.map(({ sample }, i) => sample - (beats[i - 1]?.sample ?? 0)));
  const isSteady = (i: number): boolean =>
    [i - 1, i, i + 1, i + 2].every((k) => {
      const rr = (beats[k]?.sample ?? 0) - (beats[k - 1]?.sample ?? 0);
      return /^[NLR]$/.test(beats[k]?.symbol ?? '') && Math.abs(rr - usual) < 0.25 * usual && rr > 0.5 * hz;
    });
  return beats.flatMap(({ sample }, i) =>
    isSteady(i) ? [{ at: sample, rr: (beats[i + 1]?.sample ?? 0) - sample }] : [],
  );
}

/** Returns the median of the line before the QRS: the record's P wave, if it has one. */
function meanP(lead: Int16Array, beats: readonly { at: number }[], hz: number): Float64Array {
  const [reach, end] = [Math.round(0.28 * hz), Math.round(0.06 * hz)];
  const parts = beats.slice(0, 200).map(({ at }) => levelled(lead, at - reach, reach - end));
  return Float64Array.from({ length: reach - end }, (_, i) => {
    const fade = Math.min(1, i / (0.03 * hz), (reach - end - 1 - i) / (0.03 * hz));
    return fade * median(parts.map((part) => part[i] ?? 0));
  });
}

/** Returns pieces of the line between T and P, the quieter half of them. */
function quietPieces(lead: Int16Array, beats: readonly { at: number; rr: number }[], hz: number) {
  const count = Math.round(0.16 * hz);
  const pieces = beats
    .filter(({ rr }) => rr > 0.75 * hz)
    .map(({ at, rr }) => levelled(lead, at + Math.round(Math.min(rr - 0.42 * hz, 0.58 * rr)), count));
  const range = (piece: Float64Array): number => Math.max(...piece) - Math.min(...piece);
  return pieces.sort((a, b) => range(a) - range(b)).slice(0, Math.ceil(pieces.length / 2));
}

/** Returns the pieces overlapping by half, each under a sine window, which keeps the power constant. */
function quietLine(pieces: readonly Float64Array[], count: number, random: Random): Float64Array {
  const line = new Float64Array(count);
  const size = pieces[0]?.length ?? 1;
  for (let from = -size; from < count; from += size >> 1) {
    const piece = pieces[Math.floor(random() * pieces.length)];
    for (let i = Math.max(0, -from); i < size && from + i < count; i++) {
      const weight = Math.sin((Math.PI * (i + 0.5)) / size);
      line[from + i] = (line[from + i] ?? 0) + weight * (piece?.[i] ?? 0);
    }
  }
  return line;
}

interface Material {
  readonly hz: number;
  readonly gain_uv: number;
  readonly p: Float64Array;
  readonly pp: number;
  readonly pieces: readonly Float64Array[];
  readonly random: Random;
}

function stretchLine(kind: StretchKind, count: number, of: Material): Float64Array {
  const { hz, gain_uv, p, pp, pieces, random } = of;
  const line = quietLine(pieces, count, random);
  if (kind === 'p_waves')
    for (
      let at = Math.round(0.3 * hz);
      at + p.length < count;
      at += Math.round(pp * (0.97 + 0.06 * random()))
    )
      p.forEach((value, i) => (line[at + i] = (line[at + i] ?? 0) + value));
  if (kind === 'noise') line.forEach((value, i) => (line[i] = value + (10 / gain_uv) * normal(random)));
  if (kind === 'fibrillating') {
    const waves = new Float32Array(count);
    new FibrillationWaves(hz, Float64Array.of(0.06), count, random).add([waves], 0, count);
    line.forEach((value, i) => (line[i] = value + (1000 * (waves[i] ?? 0)) / gain_uv));
  }
  return line;
}

/** Returns a record of one lead with its stretches, or null if it has no steady rhythm from which to make them. */
export function withoutQrs(
  record: EcgRecord,
  leadAt: number,
  turn: number,
): { record: EcgRecord; stretches: StretchWithoutQrs[] } | null {
  const lead = record.leads[leadAt] ?? new Int16Array();
  const { sampling_hz: hz } = record;
  const gain_uv = record.gains_uv[leadAt] ?? 5;
  const beats = steadyBeats(record).filter(({ at }) => at > hz);
  const pieces = quietPieces(lead, beats, hz);
  if (beats.length < 60 || pieces.length < 20) return null;
  const random = seededRandom(7001 + turn);
  const pp = median(beats.map(({ rr }) => rr));
  const of = { hz, gain_uv, p: meanP(lead, beats, hz), pp, pieces, random };
  const out: number[] = [];
  const stretches: StretchWithoutQrs[] = [];
  const annotations: Annotation[] = [];
  let taken = 0;
  const take = (until: number): void => {
    const moved = out.length - taken;
    for (const note of record.annotations)
      if (note.sample >= taken && note.sample < until)
        annotations.push({ ...note, sample: note.sample + moved });
    for (; taken < until; taken++) out.push(lead[taken] ?? 0);
  };
  let next = first * hz;
  for (const { at, rr } of beats) {
    if (at < next) continue;
    next = at + apart * hz;
    const i = stretches.length + turn;
    const kind = stretchKinds[i % stretchKinds.length] ?? 'quiet';
    const seconds = lengths[Math.floor(i / stretchKinds.length + 3 * i) % lengths.length] ?? 6;
    take(at + Math.round(Math.max(0.5 * rr, rr - 0.36 * hz)));
    const start = out.length - (taken - at);
    const level = out.at(-1) ?? 0;
    for (const value of stretchLine(kind, Math.round(seconds * hz), of)) out.push(Math.round(level + value));
    stretches.push({ kind, seconds, start, end: start + rr + Math.round(seconds * hz) });
  }
  take(lead.length);
  return {
    record: { ...record, leads: [Int16Array.from(out)], gains_uv: [gain_uv], annotations },
    stretches,
  };
}
