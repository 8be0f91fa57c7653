// Reads a WFDB record (header with signal and annotation files) as a recording.
//
// Annotations are read from `<record>.atr`, the reference annotator; if the annotation file has its own clock, its
// times are converted to frames of the signal.

import type { Parsed } from './parsed.ts';
import { parsed } from './parsed.ts';
import type { Recording, SourceFlaw } from './recording.ts';
import { parseWfdbAnnotations, type WfdbAnnotation } from './wfdb-annotation.ts';
import { parseRecordLine, parseWfdbHeader } from './wfdb-header.ts';
import { readWfdbSignals, wfdbLeads, wfdbSignals } from './wfdb-signal.ts';

interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Reads the signals of a record from the given files as a whole. Refuses with the `wfdb/` faults. */
export function readWfdbRecord(header: NamedBytes, files: readonly NamedBytes[]): Parsed<Recording> {
  const head = parseWfdbHeader(header.bytes);
  if (!head.ok) return head;
  const signals = readWfdbSignals(head.value, new Map(files.map(({ name, bytes }) => [name, bytes])));
  if (!signals.ok) return signals;
  const leads = wfdbLeads(head.value, signals.value);
  const { start_ms, samples } = head.value;
  const lengths = signals.value.samples.map(
    (all, i) => all.length / (head.value.signals[i]?.samples_per_frame ?? 1),
  );
  const found = Math.min(...lengths);
  const missing: SourceFlaw[] =
    samples === null || found >= samples
      ? []
      : [{ code: 'samples-missing', detail: { found, expected: samples } }];
  const { left_out } = wfdbSignals(head.value);
  const flaws = [...head.value.flaws, ...missing];
  return parsed({ start_ms, start_has_zone: false, leads, notes: [], left_out, flaws });
}

/** Reference annotations in samples of a recording, or why there are none. */
export interface ReferenceAnnotations {
  readonly annotations: readonly WfdbAnnotation[] | null;
  readonly flaws: readonly SourceFlaw[];
}

/** Reads `<record>.atr` for leads of `samplingHz`. A file that cannot be read is a flaw of the recording. */
export function readReference(
  header: NamedBytes,
  files: readonly NamedBytes[],
  samplingHz: number,
): ReferenceAnnotations {
  const reference = header.name.replace(/\.hea$/i, '.atr');
  const file = files.find(({ name }) => name === reference);
  const head = parseRecordLine(header.bytes);
  if (file === undefined || !head.ok) return { annotations: null, flaws: [] };
  const read = parseWfdbAnnotations(file.bytes);
  if (!read.ok) return { annotations: null, flaws: [{ code: 'annotations-unreadable', detail: {} }] };
  const scale = samplingHz / (read.value.ticks_hz ?? head.value.sampling_hz);
  const annotations = read.value.annotations.map((one) => ({
    ...one,
    sample: Math.round(one.sample * scale),
  }));
  return { annotations, flaws: [] };
}
