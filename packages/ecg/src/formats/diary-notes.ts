// Selects the notes of a foreign file that the patient or the staff wrote; they become the recording's diary.
//
// EDF+ stores beats, rhythms and its own housekeeping in the same lists as written notes. Labels are skipped: the beats
// are detected again. If there are more notes than a person writes, all are left out: they are labels of an unknown
// kind.

import { noSignalNote } from './edf-writer.ts';
import type { PatientEvent } from './events-csv.ts';
import type { RecordingNote } from './recording.ts';

export const mostDiaryNotes = 500;

/** Beat letters of WFDB (`N`, `V`, …), its rhythms (`(AFIB`), and the notes of EDF+ writers. */
const label = new RegExp(
  `^(?:[A-Za-z/|~+"!?\\[\\]@=^\`'*\\d]{0,2}|\\(.*|${noSignalNote}.*|Recording (?:starts|ends))$`,
);

export interface DiaryNotes {
  readonly events: readonly PatientEvent[];
  /** Number of labels that were skipped. */
  readonly labels: number;
  /** Number of unknown notes that were left out because there are more than `mostDiaryNotes`. */
  readonly left_out: number;
}

/** Returns the diary; `startMs` is the time of the first sample. */
export function diaryNotes(notes: readonly RecordingNote[], startMs: number): DiaryNotes {
  const words = notes.filter(({ text }) => !label.test(text.trim()));
  const textNotes = notes.filter(({ text }) => !text.startsWith(noSignalNote)).length;
  const labels = textNotes - words.length;
  if (words.length > mostDiaryNotes) return { events: [], labels, left_out: words.length };
  const events = words.map(({ at_ms, text }) => ({
    time_ms: startMs + Math.round(at_ms),
    kind: 'diary' as const,
    note: text.trim(),
  }));
  return { events: events.filter(({ time_ms }) => time_ms >= 0), labels, left_out: 0 };
}
