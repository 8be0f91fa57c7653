/**
 * Adds the electrode motion of nstdb to records, for training and for scoring false detections in noise. Training uses
 * the noise reversed in time, so that the test set (nstdb) stays unseen.
 */
import { motionNoise } from './detector-leads.ts';
import { readWfdb } from './records.ts';
import type { EcgRecord } from './records.ts';

const noiseHz = 360;
let backwards: Float32Array | undefined;
let ownRange = 0;

/** Returns the median peak-to-peak range of the seconds of the first lead, in microvolts. */
function usualRange({ leads, gains_uv, sampling_hz }: EcgRecord): number {
  const lead = leads[0] ?? new Int16Array();
  const ranges: number[] = [];
  for (let from = 0; from + sampling_hz <= lead.length; from += sampling_hz) {
    const second = lead.subarray(from, from + sampling_hz);
    ranges.push((Math.max(...second) - Math.min(...second)) * (gains_uv[0] ?? 5));
  }
  return ranges.sort((a, b) => a - b)[ranges.length >> 1] ?? 1000;
}

/**
 * Returns the first lead of a record with motion at this ratio to its own size, starting `offset` samples into the
 * noise.
 */
export function underMotion(record: EcgRecord, decibels: number, offset: number): EcgRecord {
  const noise = (backwards ??= motionNoise(0).toReversed());
  ownRange ||= usualRange(readWfdb('mitdb', '118'));
  const gain = record.gains_uv[0] ?? 5;
  const scale = ((usualRange(record) / ownRange) * 10 ** (-decibels / 20)) / gain;
  const step = noiseHz / record.sampling_hz;
  const at = (k: number): number => noise[(k + offset) % noise.length] ?? 0;
  const lead = (record.leads[0] ?? new Int16Array()).map((value, i) => {
    const whole = Math.floor(i * step);
    const part = i * step - whole;
    return Math.round(value + scale * ((1 - part) * at(whole) + part * at(whole + 1)));
  });
  return { ...record, leads: [lead], gains_uv: [gain] };
}
