// Reads a WFDB record (header with signal and annotation files) as a recording.
//
// Annotations are read from `<record>.atr`, the reference annotator; if the annotation file has its own clock, its
// times are converted to frames of the signal.

import type { Parsed } from './parsed.ts';
import { parsed } from './parsed.ts';
import type { Recording } from './recording.ts';
import { parseWfdbAnnotations, type WfdbAnnotation } from './wfdb-annotation.ts';
import { parseWfdbHeader } from './wfdb-header.ts';
import { readWfdbSignals, wfdbLeads } from './wfdb-signal.ts';

interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Reads a record from the given files. Refuses with the `wfdb/` faults. */
export function readWfdbRecord(
  header: NamedBytes,
  files: readonly NamedBytes[],
): Parsed<Recording & { readonly annotations: readonly WfdbAnnotation[] | null }> {
  const head = parseWfdbHeader(header.bytes);
  if (!head.ok) return head;
  const signals = readWfdbSignals(head.value, new Map(files.map(({ name, bytes }) => [name, bytes])));
  if (!signals.ok) return signals;
  const leads = wfdbLeads(head.value, signals.value);
  const reference = header.name.replace(/\.hea$/i, '.atr');
  const file = files.find(({ name }) => name === reference);
  const recording = { start_ms: head.value.start_ms, start_has_zone: false, leads, notes: [] };
  if (file === undefined) return parsed({ ...recording, annotations: null });
  const annotations = parseWfdbAnnotations(file.bytes);
  if (!annotations.ok) return annotations;
  const frameHz = Math.max(head.value.sampling_hz, ...leads.map((lead) => lead.sampling_hz));
  const scale = frameHz / (annotations.value.ticks_hz ?? head.value.sampling_hz);
  const inFrames = annotations.value.annotations.map((one) => ({
    ...one,
    sample: Math.round(one.sample * scale),
  }));
  return parsed({ ...recording, annotations: inFrames });
}
