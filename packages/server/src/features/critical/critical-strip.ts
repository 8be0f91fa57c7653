/**
 * Stores the signal of a place with its finding, as the evidence for the decision: some seconds of up to two leads in
 * microvolts, at 250 samples per second at most. It stays when the recording's bytes have passed their retention.
 */
import type { CriticalStrip } from '@rhythmdesk/contract/critical';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { z } from 'zod';
import { storedLeads } from '../../platform/db/schema/recording-shapes.ts';
import type { recordings } from '../../platform/db/schema/recordings.ts';
import { readStretch, type SignalSource } from '../../records/recordings/stored-frames.ts';
import { tracePlaceOf } from '../../records/recordings/trace-place-of.ts';

const beforeS = 2;
const lengthS = 8;
const leadsKept = 2;
const mostHz = 250;

type RecordingRow = Pick<
  typeof recordings.$inferSelect,
  'purged_at' | 'samples' | 'sampling_hz' | 'leads' | 'pyramid' | 'trace_sha256'
>;

export type KeptStrip = {
  readonly strip: Buffer;
  readonly strip_hz: number;
  readonly strip_before_s: number;
  readonly strip_leads: readonly string[];
};

const sixteenBits = (uv: number): number => Math.max(NO_SIGNAL + 1, Math.min(32_767, Math.round(uv)));

/** Returns the mean of every `each` existing samples of one lead; `NO_SIGNAL` if there is none. */
function column(
  words: Int16Array,
  lead: number,
  of: number,
  each: number,
  gain: { readonly uv: number; readonly zero: number },
): Int16Array {
  const length = Math.floor(words.length / of / each);
  return Int16Array.from({ length }, (_, i) => {
    let sum = 0;
    let found = 0;
    for (let k = 0; k < each; k++) {
      const word = words[(i * each + k) * of + lead] ?? NO_SIGNAL;
      if (word === NO_SIGNAL) continue;
      sum += word - gain.zero;
      found += 1;
    }
    return found === 0 ? NO_SIGNAL : sixteenBits((sum / found) * gain.uv);
  });
}

/** Returns null if the signal was deleted. */
export async function cutStrip(
  files: SignalSource['files'],
  row: RecordingRow,
  start_sample: number,
): Promise<KeptStrip | null> {
  if (row.purged_at !== null) return null;
  const from = Math.max(0, start_sample - Math.round(beforeS * row.sampling_hz));
  const length = Math.min(row.samples - from, Math.round(lengthS * row.sampling_hz));
  if (length <= 0) return null;
  const each = Math.ceil(row.sampling_hz / mostHz);
  const leads = storedLeads.parse(row.leads);
  const words = await readStretch(files, { ...tracePlaceOf(row), leads }, from, from + length);
  const kept = leads.slice(0, leadsKept);
  const columns = kept.map(({ gain_uv_per_lsb, zero_lsb }, lead) =>
    column(words, lead, leads.length, each, { uv: gain_uv_per_lsb, zero: zero_lsb }),
  );
  return {
    strip: Buffer.concat(columns.map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength))),
    strip_hz: row.sampling_hz / each,
    strip_before_s: (start_sample - from) / row.sampling_hz,
    strip_leads: kept.map(({ label }) => label),
  };
}

const labels = z.array(z.string());

export function stripOf(kept: {
  readonly strip: Buffer | null;
  readonly strip_hz: number | null;
  readonly strip_before_s: number | null;
  readonly strip_leads: unknown;
}): CriticalStrip | null {
  const { strip, strip_hz, strip_before_s, strip_leads } = kept;
  if (strip === null || strip_hz === null || strip_before_s === null) return null;
  const names = labels.parse(strip_leads);
  const length = strip.length / 2 / names.length;
  const leads = names.map((label, lead) => ({
    label,
    uv: Array.from({ length }, (_, i) => {
      const uv = strip.readInt16LE(2 * (lead * length + i));
      return uv === NO_SIGNAL ? null : uv;
    }),
  }));
  return { sampling_hz: strip_hz, before_s: strip_before_s, leads };
}
