/** Returns leads of a record as one chunk of interleaved frames, the input form of the engine. */
import type { EcgRecord } from './records.ts';

export function interleaved(record: EcgRecord, leads: readonly number[]): Int16Array {
  const first = record.leads[0] ?? new Int16Array();
  const out = new Int16Array(first.length * leads.length);
  leads.forEach((lead, k) => {
    const samples = record.leads[lead] ?? first;
    for (let i = 0; i < samples.length; i++) out[i * leads.length + k] = samples[i] ?? 0;
  });
  return out;
}
