/** Records as other devices would have written them: another rate, the other polarity, another gain. */
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
