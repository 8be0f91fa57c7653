import { expect, test } from 'vitest';
import { readPatientLine } from './patient-line.ts';

const read = (line: string) => readPatientLine(line, '2026-11-20');
const kim = {
  patient_last_name: '김',
  patient_first_name: '민지',
  patient_id: 'P-77',
  birth_date: '1960-01-31',
  gender: 'female',
};

test('a copied row is read in any order of its cells', () => {
  expect(read('김 민지\tP-77\t1960-01-31\t여')).toEqual(kim);
  expect(read('HN100001\tP-77\t김\t민지\tF\t1960년 1월 31일\n')).toEqual(kim);
});

test('a number alone is an ID, not a date', () => {
  expect(read('Kim\t19600131')).toEqual({ patient_last_name: 'Kim', patient_id: '19600131' });
});

test('an ambiguous value fills nothing', () => {
  expect(read('Kim\t03/04/1960')).toBeNull();
  expect(read('Kim\tP-1\tP-2')).toBeNull();
  expect(read('Kim\tMinji\tWard')).toBeNull();
  expect(read('Kim')).toBeNull();
  expect(read('Kim\tF\nLee\tM')).toBeNull();
});
