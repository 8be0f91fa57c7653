import { expect, test } from 'vitest';
import { diaryNotes } from './diary-notes.ts';

const note = (text: string, at_ms = 1500) => ({ at_ms, duration_ms: 0, text });

test('texts become the diary, labels and technical notes do not', () => {
  const notes = ['N', 'V', '(AFIB', '+', 'No signal II', 'Recording starts', 'Patient button', '息切れ'];
  expect(
    diaryNotes(
      notes.map((text) => note(text)),
      1000,
    ),
  ).toEqual({
    events: [
      { time_ms: 2500, kind: 'diary', note: 'Patient button' },
      { time_ms: 2500, kind: 'diary', note: '息切れ' },
    ],
    labels: 5,
    left_out: 0,
  });
});

test('a long note is stored completely', () => {
  const long = 'Dizzy on the stairs, then well. '.repeat(20).trim();
  expect(diaryNotes([note(long)], 0).events.map((event) => event.note)).toEqual([long]);
});

test('more notes than a person writes are left out and counted', () => {
  const notes = Array.from({ length: 501 }, () => note('Normal beat'));
  expect(diaryNotes([...notes, note('N')], 0)).toEqual({ events: [], labels: 1, left_out: 501 });
});
