import { expect, test } from 'vitest';
import { encodeRecordSheet, recordSheetLines, type SheetFacts } from './record-sheet.ts';

const facts: SheetFacts = {
  format: 'EDF+',
  hn_id: 'HN26K05402',
  start_ms: Date.UTC(2026, 2, 1, 8),
  start_from: 'person',
  sampling_hz: 250,
  samples: 75_000,
  leads: ['II', 'V5'],
  left_out: [{ label: 'Resp (Brust)', why: 'no-ecg' }],
  flaws: [{ code: 'record-cut', detail: { bytes: 12 } }],
  counted_from: null,
};

test('the sheet says who made it, from what, and what was left out', () => {
  const lines = recordSheetLines(facts);
  expect(lines[0]).toBe(
    'Made by Rhythmdesk out of another format. This is not a report of the recording device.',
  );
  expect(lines).toContain('Length: 300 s');
  expect(lines).toContain('Start: 2026-03-01T08:00:00.000Z (entered by hand, the file does not say)');
  expect(lines).toContain('Not taken over: Resp (Brust) (no ECG lead)');
  expect(lines).toContain('The file ends within a record; 12 bytes of that record are left out');
  expect(lines).toContain('Hourly count: none, no device analysed this recording');
});

test('every object is where the table says, and no text leaves its brackets', () => {
  const bytes = encodeRecordSheet([...recordSheetLines(facts), 'x\\y) 심전도 '.repeat(60)]);
  const text = new TextDecoder('latin1').decode(bytes);
  const table = text.slice(text.lastIndexOf('xref\n0')).split('\n');
  expect(Number(text.slice(text.lastIndexOf('startxref\n') + 10).split('\n')[0])).toBe(
    text.lastIndexOf('xref\n0'),
  );
  table.slice(3, 10).forEach((row, i) => {
    expect(text.slice(Number(row.slice(0, 10)))).toMatch(new RegExp(`^${String(i + 1)} 0 obj\n`));
  });
  expect(text).toContain('(Not taken over: Resp \\(Brust\\) \\(no ECG lead\\)) Tj');
  expect(/[^\x09\x0a\x20-\x7e]/.test(text)).toBe(false);
});

test('a page contains no more than it can show, and says how much is missing', () => {
  const text = new TextDecoder().decode(encodeRecordSheet(Array.from({ length: 200 }, () => 'lead')));
  expect(text.match(/Tj T\*/g)).toHaveLength(49);
  expect(text).toContain('(... and 152 more lines) Tj');
});
