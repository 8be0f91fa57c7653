import { expect, test } from 'vitest';
import { isReportBehind } from './reading-checksum.ts';

const conclusion = 'Sinus rhythm.';
const patient = {
  ...{ patient_id: '0048213', first_name: '洋子', last_name: '田中' },
  ...{ birth_date: '1954-03-12', gender: 'female' },
};
const report = {
  ...{ analysis_version: 1, conclusion, case: { severity: 'low' }, patient },
  figures: { sequence: 4, checksum: 'a'.repeat(16) },
};
const printed = { conclusion, severity: 'low', patient };
const now = { analysis_version: 1, sequence: 4, checksum: 'a'.repeat(16), ...printed };

test('the same reading is not newer, also after an edit that was undone or another analysis', () => {
  expect(isReportBehind(report, now)).toBe(false);
  expect(isReportBehind(report, { ...now, sequence: 6 })).toBe(false);
  expect(isReportBehind(report, { ...now, analysis_version: 2 })).toBe(false);
});

test('another reading or conclusion is newer', () => {
  expect(isReportBehind(report, { ...now, checksum: 'b'.repeat(16) })).toBe(true);
  expect(isReportBehind(report, { ...now, conclusion: '' })).toBe(true);
});

test('a report of another patient or severity than those of the case is behind', () => {
  expect(isReportBehind(report, { ...now, severity: 'critical' })).toBe(true);
  for (const field of ['patient_id', 'first_name', 'last_name', 'birth_date', 'gender'] as const)
    expect(isReportBehind(report, { ...now, patient: { ...patient, [field]: null } })).toBe(true);
});

test('until the checksum is known, every later edit or analysis counts', () => {
  const unknown = { ...now, checksum: null };
  expect(isReportBehind(report, unknown)).toBe(false);
  expect(isReportBehind(report, { ...unknown, sequence: 6 })).toBe(true);
  expect(isReportBehind(report, { ...unknown, analysis_version: 2 })).toBe(true);
});
