// Which notes of a foreign file are the patient's or the staff's words, and become the recording's diary.
//
// EDF+ keeps beats, rhythms and its own housekeeping in the same lists as what a person wrote. Labels are passed over:
// the beats are found anew. More notes than a person writes are left out: they are labels of a kind that is not known here.

import { noSignalNote } from './edf-writer.ts';
import type { PatientEvent } from './events-csv.ts';
import type { RecordingNote } from './recording.ts';

export const mostDiaryNotes = 500;

/** Beat letters of WFDB (`N`, `V`, …), its rhythms (`(AFIB`), and what EDF+ writers note for themselves. */
const label = new RegExp(
  `^(?:[A-Za-z/|~+"!?\\[\\]@=^\`'*\\d]{0,2}|\\(.*|${noSignalNote}.*|Recording (?:starts|ends))$`,
);

export interface DiaryNotes {
  readonly events: readonly PatientEvent[];
  /** Labels that were passed over. */
  readonly labels: number;
  /** Notes that are no known labels and were left out, since there are more than `mostDiaryNotes`. */
  readonly left_out: number;
}

/** `startMs` is the instant of the first sample. */
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
