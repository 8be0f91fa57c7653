// Missing samples in EDF files that this product wrote: "No signal" notes say where, the lowest step says which.
//
// A file of others may hold such notes too; only samples that stand at the format's lowest step become missing, and
// only the last record is ever cut at "Recording ends".

import { noSignalNote, recordingEndsNote } from './edf-writer.ts';
import { NO_SAMPLE, type RecordingLead, type RecordingNote } from './recording.ts';

const at = (ms: number, hz: number) => Math.round((ms * hz) / 1000);

function allLowest(samples: Int32Array, from: number, lowest: number): boolean {
  for (let i = from; i < samples.length; i++) if (samples[i] !== lowest) return false;
  return true;
}

/** Where the recording ends, in milliseconds, if a note in the last record says so and nothing follows it. */
function endOf(
  leads: readonly RecordingLead[],
  notes: readonly RecordingNote[],
  lowest: number,
  recordMs: number,
) {
  const end = notes.findLast(({ text }) => text === recordingEndsNote);
  if (end === undefined || leads.length === 0) return null;
  const isPadding = leads.every(({ samples, sampling_hz: hz }) => {
    const from = at(end.at_ms, hz);
    const padding = samples.length - from;
    return from > 0 && padding > 0 && padding < at(recordMs, hz) && allLowest(samples, from, lowest);
  });
  return isPadding ? end.at_ms : null;
}

/** Marks what notes of this text cover. Each sample is looked at once, however many notes lie over it. */
function mark(samples: Int32Array, hz: number, notes: readonly RecordingNote[], lowest: number): void {
  let done = 0;
  for (const note of notes) {
    const last = Math.min(samples.length, at(note.at_ms + note.duration_ms, hz));
    for (let i = Math.max(done, at(note.at_ms, hz)); i < last; i++) {
      if (samples[i] === lowest) samples[i] = NO_SAMPLE;
    }
    done = Math.max(done, last);
  }
}

/** The leads with what the notes, in order of time, say is missing, and the notes that are not about that. */
export function withGaps(
  leads: readonly RecordingLead[],
  notes: readonly RecordingNote[],
  lowest: number,
  recordMs: number,
): { readonly leads: readonly RecordingLead[]; readonly notes: readonly RecordingNote[] } {
  const endMs = endOf(leads, notes, lowest, recordMs);
  const told = new Set([noSignalNote, ...leads.map(({ label }) => `${noSignalNote} ${label}`)]);
  const gaps = notes.filter(({ text }) => told.has(text));
  const kept = leads.map((lead) => {
    const { sampling_hz: hz, label } = lead;
    const samples = endMs === null ? lead.samples : lead.samples.slice(0, at(endMs, hz));
    const own = gaps.filter(({ text }) => text === noSignalNote || text === `${noSignalNote} ${label}`);
    mark(samples, hz, own, lowest);
    return { ...lead, samples };
  });
  const ends = ({ text }: RecordingNote) => endMs !== null && text === recordingEndsNote;
  return { leads: kept, notes: notes.filter((note) => !told.has(note.text) && !ends(note)) };
}
