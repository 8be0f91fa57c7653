// Writes the frames of TraceData.dat as an EDF+ file, some records at a time, so that the memory does not depend on the
// length.
//
// Invariant: every sample of the frames is in the file unchanged, "no signal" as the lowest step (see edf-writer.ts).

import type { EdfIdentity } from './edf-identity.ts';
import { layOutEdf, recordGrid } from './edf-writer.ts';
import type { MarkNotes } from './marked-recording.ts';
import type { TraceLead } from './trace-data.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';

export interface EdfFramesPlan {
  /** The clock time written to the file. */
  readonly start_ms: number;
  readonly sampling_hz: number;
  readonly samples: number;
  readonly leads: readonly TraceLead[];
  readonly marks: MarkNotes;
  readonly identity: EdfIdentity;
}

export interface EdfFrames {
  readonly header: Uint8Array<ArrayBuffer>;
  readonly record_samples: number;
  /** Size of the whole file in bytes. */
  readonly bytes: number;
  /**
   * Encodes the next records from the frames that follow the previous call's. Only the last call's frames may end
   * within a record.
   */
  readonly encode: (frames: Int16Array) => Uint8Array<ArrayBuffer>;
}

/** Lays the file out. Throws a RangeError if a number does not fit the format. */
export function edfFromFrames(plan: EdfFramesPlan): EdfFrames {
  const leads = plan.leads.length;
  const { record_samples: count } = recordGrid(plan.sampling_hz, plan.samples);
  const note_bytes = plan.marks.note_bytes(count);
  const layout = layOutEdf({ ...plan, kind: 'edf+', notes: plan.marks.notes, note_bytes });
  const recordWords = leads * count + layout.note_samples;
  const encode = (frames: Int16Array) => {
    const samples = frames.length / leads;
    const records = Math.ceil(samples / count);
    const words = new Int16Array(records * recordWords);
    const bytes = new Uint8Array(words.buffer);
    for (let record = 0; record < records; record++) {
      const from = record * count;
      const own = frames.subarray(from * leads, Math.min(samples, from + count) * leads);
      placeFrames(own, leads, words.subarray(record * recordWords, record * recordWords + leads * count));
      let at = 2 * (record * recordWords + leads * count);
      for (const list of layout.next_notes()) {
        bytes.set(list, at);
        at += list.length;
      }
    }
    return bytes;
  };
  const bytes = layout.header.length + 2 * recordWords * layout.records;
  return { header: layout.header, record_samples: count, bytes, encode };
}

/** Copies frames as one lead after the other and fills the rest of each lead's space with "no signal". */
function placeFrames(frames: Int16Array, leads: number, words: Int16Array): void {
  const count = words.length / leads;
  const own = frames.length / leads;
  if (own < count) words.fill(NO_SIGNAL);
  if (leads === 1) return words.set(frames);
  for (let lead = 0; lead < leads; lead++) {
    const to = lead * count;
    for (let i = 0, at = lead; i < own; i++, at += leads) words[to + i] = frames[at] ?? NO_SIGNAL;
  }
}
