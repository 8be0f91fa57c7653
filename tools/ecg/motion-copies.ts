/**
 * Adds the electrode motion of nstdb to records, for training and for scoring false detections in noise. Training uses
 * the noise reversed in time, so that the test set (nstdb) stays unseen.
 */
import { motionNoise } from './detector-leads.ts';
import { readWfdb } from './records.ts';
import type { EcgRecord } from './records.ts';

const noiseHz = 360;
let backwards: Float32Array | undefined;
const forwards = new Map<number, Float32Array>();
let ownRange = 0;

/** Returns the median peak-to-peak range of the seconds of a lead, in microvolts. */
function usualRange({ leads, gains_uv, sampling_hz }: EcgRecord, lead = 0): number {
  const samples = leads[lead] ?? new Int16Array();
  const ranges: number[] = [];
  for (let from = 0; from + sampling_hz <= samples.length; from += sampling_hz) {
    const second = samples.subarray(from, from + sampling_hz);
    ranges.push((Math.max(...second) - Math.min(...second)) * (gains_uv[lead] ?? 5));
  }
  return ranges.sort((a, b) => a - b)[ranges.length >> 1] ?? 1000;
}

interface Ratio {
  readonly decibels: number;
  /** First sample of the noise that is used. */
  readonly offset: number;
}

/** Returns a lead with this noise at a ratio to the lead's own size, between two samples. */
function withNoise(
  record: EcgRecord,
  lead: number,
  noise: Float32Array,
  { decibels, offset }: Ratio,
  [from, until]: readonly [number, number] = [0, Infinity],
): Int16Array {
  ownRange ||= usualRange(readWfdb('mitdb', '118'));
  const gain = record.gains_uv[lead] ?? 5;
  const scale = ((usualRange(record, lead) / ownRange) * 10 ** (-decibels / 20)) / gain;
  const step = noiseHz / record.sampling_hz;
  const at = (k: number): number => noise[(k + offset) % noise.length] ?? 0;
  return (record.leads[lead] ?? new Int16Array()).map((value, i) => {
    if (i < from || i >= until) return value;
    const whole = Math.floor(i * step);
    const part = i * step - whole;
    return Math.round(value + scale * ((1 - part) * at(whole) + part * at(whole + 1)));
  });
}

/**
 * Returns the first lead of a record with motion at this ratio to its own size, starting `offset` samples into the
 * noise.
 */
export function underMotion(record: EcgRecord, decibels: number, offset: number): EcgRecord {
  backwards ??= motionNoise(0).toReversed();
  const lead = withNoise(record, 0, backwards, { decibels, offset });
  return { ...record, leads: [lead], gains_uv: [record.gains_uv[0] ?? 5] };
}

/** Returns a record with motion in some of its leads from `from_s` to `until_s`; each lead has the noise of its own electrode. */
export function withMotion(
  record: EcgRecord,
  moving: readonly number[],
  ratio: Ratio,
  [from_s, until_s]: readonly [number, number],
): EcgRecord {
  const hz = record.sampling_hz;
  const leads = record.leads.map((samples, lead) => {
    if (!moving.includes(lead)) return samples;
    const noise = forwards.get(lead) ?? motionNoise(lead);
    forwards.set(lead, noise);
    return withNoise(record, lead, noise, ratio, [from_s * hz, until_s * hz]);
  });
  return { ...record, leads };
}
