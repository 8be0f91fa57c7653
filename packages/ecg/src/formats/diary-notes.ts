// Which notes of a foreign file are the patient's or the staff's words, and become the recording's diary.
//
// EDF+ keeps beats, rhythms and its own housekeeping in the same lists as what a person wrote. Labels are passed over:
// the beats are found anew. More notes than a person writes are labels of a kind that is not known here.

import { noSignalNote } from './edf-writer.ts';
import type { PatientEvent } from './events-csv.ts';
import type { RecordingNote } from './recording.ts';

const MOST_NOTES = 500;
const MOST_LETTERS = 200;

/** Beat letters of WFDB (`N`, `V`, …), its rhythms (`(AFIB`), and what EDF+ writers note for themselves. */
const label = new RegExp(
  `^(?:[A-Za-z/|~+"!?\\[\\]@=^\`'*\\d]{0,2}|\\(.*|${noSignalNote}.*|Recording (?:starts|ends))$`,
);

export interface DiaryNotes {
  readonly events: readonly PatientEvent[];
  /** Labels that were passed over. */
  readonly labels: number;
}

/** `startMs` is the instant of the first sample. */
export function diaryNotes(notes: readonly RecordingNote[], startMs: number): DiaryNotes {
  const words = notes.filter(({ text }) => !label.test(text.trim()));
  if (words.length > MOST_NOTES) return { events: [], labels: notes.length };
  const events = words.map(({ at_ms, text }) => ({
    time_ms: startMs + Math.round(at_ms),
    kind: 'diary' as const,
    note: text.trim().slice(0, MOST_LETTERS),
  }));
  const textNotes = notes.filter(({ text }) => !text.startsWith(noSignalNote)).length;
  return { events: events.filter(({ time_ms }) => time_ms >= 0), labels: textNotes - words.length };
}
