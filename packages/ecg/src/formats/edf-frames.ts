// Writes the frames of TraceData.dat as an EDF+ file, some records at a time, so that the memory does not depend on the
// length.
//
// Invariant: every sample of the frames is in the file unchanged; edf-writer.ts says how missing samples are written.

import type { EdfIdentity } from './edf-identity.ts';
import { type RecordRange, writtenRecords } from './edf-notes.ts';
import { layOutEdf, missingStep, recordGrid } from './edf-writer.ts';
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
  /** Samples from and to before which no lead has a signal, in order. */
  readonly gaps: readonly (readonly [from: number, until: number])[];
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

/** Returns the records that are completely within a gap. The first and the last record are always written. */
function emptyRecords({ gaps, sampling_hz, samples }: EdfFramesPlan): RecordRange[] {
  const { record_samples: count, records } = recordGrid(sampling_hz, samples);
  const ranges: RecordRange[] = [];
  let done = 1;
  for (const [from, until] of gaps) {
    const first = Math.max(done, Math.ceil(from / count));
    const last = Math.min(records - 1, Math.floor(until / count));
    if (last <= first) continue;
    // Ranges that meet are one, because a range is followed by a written record.
    const before = ranges.at(-1);
    if (before?.[1] === first) ranges[ranges.length - 1] = [before[0], last];
    else ranges.push([first, last]);
    done = last;
  }
  return ranges;
}

/** Lays the file out. Throws a RangeError if a number does not fit the format. */
export function edfFromFrames(plan: EdfFramesPlan): EdfFrames {
  const leads = plan.leads.length;
  const { record_samples: count } = recordGrid(plan.sampling_hz, plan.samples);
  const note_bytes = plan.marks.note_bytes(count);
  const left_out = emptyRecords(plan);
  const layout = layOutEdf({ ...plan, kind: 'edf+', notes: plan.marks.notes, note_bytes, left_out });
  const zeros = plan.leads.map(({ zero_lsb }) => missingStep(zero_lsb, 2));
  const nextWritten = writtenRecords({ left_out });
  let reached = 0;
  let wanted = nextWritten();
  const recordWords = leads * count + layout.note_samples;
  const encode = (frames: Int16Array) => {
    const samples = frames.length / leads;
    const until = reached + Math.ceil(samples / count);
    const words = new Int16Array((until - reached) * recordWords);
    const bytes = new Uint8Array(words.buffer);
    let done = 0;
    for (; wanted < until; wanted = nextWritten()) {
      const from = (wanted - reached) * count;
      const own = frames.subarray(from * leads, Math.min(samples, from + count) * leads);
      const start = done * recordWords;
      placeFrames(own, zeros, words.subarray(start, start + leads * count));
      let at = 2 * (start + leads * count);
      for (const list of layout.next_notes()) {
        bytes.set(list, at);
        at += list.length;
      }
      done++;
    }
    reached = until;
    return bytes.subarray(0, 2 * done * recordWords);
  };
  const bytes = layout.header.length + 2 * recordWords * layout.records;
  return { header: layout.header, record_samples: count, bytes, encode };
}

/** Copies frames as one lead after the other; missing samples, and the rest of each lead's space, get its zero. */
function placeFrames(frames: Int16Array, zeros: readonly number[], words: Int16Array): void {
  const leads = zeros.length;
  const count = words.length / leads;
  const own = frames.length / leads;
  for (const [lead, zero] of zeros.entries()) {
    const to = lead * count;
    for (let i = 0, at = lead; i < own; i++, at += leads) {
      const value = frames[at] ?? NO_SIGNAL;
      words[to + i] = value === NO_SIGNAL ? zero : value;
    }
    words.fill(zero, to + own, to + count);
  }
}
