/** Changes records as if another device had written them: another rate, polarity or gain, or only a part. */
import { createResampler } from '@rhythmdesk/ecg/signal/resample';
import type { EcgRecord } from './records.ts';

const each = (record: EcgRecord, change: (value: number) => number): EcgRecord => ({
  ...record,
  leads: record.leads.map((lead) => lead.map((value) => Math.round(change(value)))),
});

export const inverted = (record: EcgRecord): EcgRecord => each(record, (value) => -value);
export const scaled = (record: EcgRecord, factor: number): EcgRecord =>
  each(record, (value) => value * factor);

export function atRate(record: EcgRecord, hz: number): EcgRecord {
  const leads = record.leads.map((lead) => {
    const resampler = createResampler(record.sampling_hz, hz);
    const out = new Float32Array(resampler.bound(lead.length) + 16);
    const rest = new Float32Array(64);
    const count = resampler.push(Float32Array.from(lead), lead.length, out);
    const more = resampler.flush(rest);
    out.set(rest.subarray(0, more), count);
    return Int16Array.from(out.subarray(0, count + more), Math.round);
  });
  return { ...record, sampling_hz: hz, leads };
}

/**
 * Returns the first lead at another rate, starting at sample `skipped`, so that samples are interpolated; annotations
 * are moved accordingly.
 */
export function sampledAnew(record: EcgRecord, hz: number, skipped: number): EcgRecord {
  const later = { ...record, leads: [record.leads[0]?.slice(skipped) ?? new Int16Array()] };
  const at = (sample: number): number => Math.round(((sample - skipped) * hz) / record.sampling_hz);
  return {
    ...atRate(later, hz),
    annotations: record.annotations.map((note) => ({ ...note, sample: Math.max(0, at(note.sample)) })),
  };
}

/** Returns `length` samples of the first lead from sample `from`, with the rhythm at that position. */
export function partOf({ annotations, leads, ...rest }: EcgRecord, from: number, length: number): EcgRecord {
  const rhythm = annotations.findLast(({ sample, aux }) => sample <= from && aux.startsWith('('));
  const own = annotations.filter(({ sample }) => sample >= from && sample < from + length);
  return {
    ...rest,
    leads: [leads[0]?.slice(from, from + length) ?? new Int16Array()],
    annotations: [
      ...(rhythm ? [{ ...rhythm, sample: 0 }] : []),
      ...own.map((note) => ({ ...note, sample: note.sample - from })),
    ],
  };
}
