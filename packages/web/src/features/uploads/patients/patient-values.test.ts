import { expect, test } from 'vitest';
import { namePartsOf, readBirthDate, readGender } from './patient-values.ts';

const today = '2026-11-20';
const date = (text: string, order: 'day-first' | 'month-first' | null = null) =>
  readBirthDate(text, today, order);

test.each([
  '1960-01-31',
  '1960/1/31',
  '1960. 1. 31.',
  '1960.01.31',
  '19600131',
  '1960年1月31日',
  '１９６０年１月３１日',
  '1960년 1월 31일',
  '昭和35年1月31日',
  'S35.1.31',
  's35/01/31',
  '31/01/1960',
  '01/31/1960',
  '31.1.1960',
  '31 Jan 1960',
  'January 31, 1960',
  ' 1960-01-31 ',
])('%s is the last of January 1960', (text) => {
  expect(date(text)).toEqual({ value: '1960-01-31' });
});

test('the first year of an era is read', () => {
  expect(date('平成元年1月8日')).toEqual({ value: '1989-01-08' });
  expect(date('R1.5.1')).toEqual({ value: '2019-05-01' });
});

test('an ambiguous date is not read until its order is given', () => {
  expect(date('03/04/1960')).toEqual({ fault: 'date-ambiguous' });
  expect(date('03/04/1960', 'day-first')).toEqual({ value: '1960-04-03' });
  expect(date('03/04/1960', 'month-first')).toEqual({ value: '1960-03-04' });
  expect(date('04/04/1960')).toEqual({ value: '1960-04-04' });
});

test.each([
  ['600131', 'date-short-year'],
  ['600131-1', 'date-short-year'],
  ['31/01/60', 'date-short-year'],
  ['1960-02-30', 'date-impossible'],
  ['31/31/1960', 'date-impossible'],
  ['0000-01-01', 'date-old'],
  ['1890-01-01', 'date-old'],
  ['2026-11-21', 'date-future'],
  ['22000', 'date-unknown'],
  ['soon', 'date-unknown'],
  ['', 'date-unknown'],
])('%s is refused as %s', (text, fault) => {
  expect(date(text)).toEqual({ fault });
});

test('sexes are read in four languages, and no number is one', () => {
  expect(['M', 'male', '男', '남', '男性'].map(readGender)).toEqual(Array(5).fill({ value: 'male' }));
  expect(['f', 'Female', '女', '여자', '女性'].map(readGender)).toEqual(Array(5).fill({ value: 'female' }));
  expect(readGender('其他')).toEqual({ value: 'other' });
  expect(['1', '2', '', 'n/a'].map(readGender)).toEqual(Array(4).fill({ fault: 'gender-unknown' }));
});

test('a full name is split only if its order is certain', () => {
  const parts = (last: string, first: string) => ({ patient_last_name: last, patient_first_name: first });
  expect(namePartsOf('田中　花子')).toEqual(parts('田中', '花子'));
  expect(namePartsOf('김 민지')).toEqual(parts('김', '민지'));
  expect(namePartsOf('김민지')).toEqual(parts('김민지', ''));
  expect(namePartsOf('Doe, Jane')).toEqual(parts('Doe', 'Jane'));
  expect(namePartsOf('Jane  Doe')).toEqual(parts('Jane Doe', ''));
});
