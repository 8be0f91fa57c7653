// Writes the frames of TraceData.dat as an EDF+ file, some records at a time, so that the memory does not depend on the
// length.
//
// Invariant: every sample of the frames is in the file unchanged. Missing samples are left out with their record, or are the
// step of 0 µV; outside the given gaps they stay the lowest step, so that they differ from a signal at 0 µV.

import type { EdfIdentity } from './edf-identity.ts';
import { type RecordRange, writtenRecords } from './edf-notes.ts';
import { layOutEdf, missingStep, recordGrid, type SampleGrid } from './edf-writer.ts';
import { gapsByLead, gapsOfAll, type MarkedGap, type MarkNotes, type Stretch } from './marked-recording.ts';
import type { TraceLead } from './trace-data.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';

export interface EdfFramesPlan {
  /** The clock time written to the file. */
  readonly start_ms: number;
  readonly sampling_hz: number;
  readonly samples: number;
  readonly leads: readonly TraceLead[];
  readonly marks: MarkNotes;
  /** Stretches in which every sample is missing. */
  readonly gaps: readonly MarkedGap[];
  /** Whether records without any signal are left out. */
  readonly discontinuous: boolean;
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
function emptyRecords(
  gaps: readonly Stretch[],
  { record_samples: count, records }: SampleGrid,
): RecordRange[] {
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
  const grid = recordGrid(plan.sampling_hz, plan.samples);
  const { record_samples: count } = grid;
  const byLead = gapsByLead(plan.gaps, leads);
  const left_out = plan.discontinuous ? emptyRecords(gapsOfAll(byLead), grid) : [];
  const layout = layOutEdf({ ...plan, kind: 'edf+', ...plan.marks({ ...grid, left_out }), left_out });
  const columns = plan.leads.map(({ zero_lsb }, lead) => ({
    zero: missingStep(zero_lsb, 2),
    gaps: gapsFrom(byLead[lead] ?? []),
  }));
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
      placeFrames(own, wanted * count, columns, words.subarray(start, start + leads * count));
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

/** A lead of the file. */
interface Column {
  /** The step of 0 µV. */
  readonly zero: number;
  /** Returns the gaps between two samples; calls go forward in the recording. */
  readonly gaps: (from: number, until: number) => Stretch[];
}

function gapsFrom(gaps: readonly Stretch[]): Column['gaps'] {
  let next = 0;
  return (from, until) => {
    while ((gaps[next]?.[1] ?? Infinity) <= from) next++;
    const found: Stretch[] = [];
    for (let at = next; (gaps[at]?.[0] ?? Infinity) < until; at++) {
      const [start, end] = gaps[at] ?? [0, 0];
      found.push([Math.max(from, start) - from, Math.min(until, end) - from]);
    }
    return found;
  };
}

/** Copies frames from a sample on as one lead after the other. The gaps and the rest of each lead's space are at 0 µV. */
function placeFrames(frames: Int16Array, from: number, columns: readonly Column[], words: Int16Array): void {
  const leads = columns.length;
  const count = words.length / leads;
  const own = frames.length / leads;
  for (const [lead, { zero, gaps }] of columns.entries()) {
    const to = lead * count;
    for (let i = 0, at = lead; i < own; i++, at += leads) words[to + i] = frames[at] ?? NO_SIGNAL;
    for (const [start, end] of gaps(from, from + own)) words.fill(zero, to + start, to + end);
    words.fill(zero, to + own, to + count);
  }
}
