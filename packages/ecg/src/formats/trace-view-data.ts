// Reads and writes the header of TraceViewData.dat, the device's own overview: minima and maxima per bucket and lead.
// Layout: the recording format, "TraceViewData.dat". The product compares it with its own pyramid and never draws it.

import { allZero, readAsciiField, writeAsciiField } from './byte-text.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';

const MAGIC = 'HNVIEW';
const VERSION = 1;
export const traceViewHeaderBytes = 64;

export interface TraceViewHeader {
  readonly leads: number;
  readonly samples_per_bucket: number;
  readonly buckets: number;
}

/**
 * Reads the header (its first 64 bytes are enough) and checks it against its recording: `trace` gives the lead count
 * and the samples of one lead; `fileBytes` is the length of the whole file.
 */
export function parseTraceViewHeader(
  head: Uint8Array,
  fileBytes: number,
  trace: { readonly leads: number; readonly samples: number },
): Parsed<TraceViewHeader> {
  if (head.length < traceViewHeaderBytes) {
    return refuse('view/too-short', { found: head.length, expected: traceViewHeaderBytes });
  }
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (readAsciiField(head, 0, 8) !== MAGIC) return refuse('view/magic');
  const version = view.getUint16(8, true);
  if (version !== VERSION) return refuse('view/version', { found: version, expected: VERSION });
  const leads = view.getUint16(10, true);
  if (leads !== trace.leads) return refuse('view/leads', { found: leads, expected: trace.leads });
  const samplesPerBucket = view.getUint32(12, true);
  if (samplesPerBucket === 0) return refuse('view/samples-per-bucket', { found: 0 });
  const buckets = view.getUint32(16, true);
  const expected = Math.ceil(trace.samples / samplesPerBucket);
  if (buckets !== expected) return refuse('view/buckets', { found: buckets, expected });
  if (!allZero(head, 20, traceViewHeaderBytes)) return refuse('view/reserved-not-zero');
  const length = traceViewFileBytes(leads, buckets);
  if (fileBytes !== length) return refuse('view/file-length', { found: fileBytes, expected: length });
  return parsed({ leads, samples_per_bucket: samplesPerBucket, buckets });
}

/**
 * Returns the bucket size of an overview that this product writes: about two buckets a second, at least four samples
 * each.
 */
export function overviewBucket(samplingHz: number): number {
  return Math.max(4, Math.round(samplingHz / 2));
}

/** Returns the size of the whole file in bytes. */
export function traceViewFileBytes(leads: number, buckets: number): number {
  return traceViewHeaderBytes + 4 * leads * buckets;
}

/**
 * Returns the header's bytes; an int16 minimum and maximum per bucket and lead follow (made by pyramid/overview.ts).
 * Throws a RangeError if a number does not fit.
 */
export function encodeTraceViewHeader(header: TraceViewHeader): Uint8Array<ArrayBuffer> {
  const { leads, samples_per_bucket: samplesPerBucket, buckets } = header;
  const fits = [leads, samplesPerBucket, buckets].every((n) => Number.isInteger(n) && n > 0 && n < 2 ** 32);
  if (!fits || leads > 0xffff) throw new RangeError('a number of the overview header does not fit');
  const bytes = new Uint8Array(traceViewHeaderBytes);
  const view = new DataView(bytes.buffer);
  writeAsciiField(bytes, 0, 8, MAGIC);
  view.setUint16(8, VERSION, true);
  view.setUint16(10, leads, true);
  view.setUint32(12, samplesPerBucket, true);
  view.setUint32(16, buckets, true);
  return bytes;
}
