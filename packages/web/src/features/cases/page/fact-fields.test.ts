import { expect, test } from 'vitest';
import { changeFrom, factFields, isCalendarDate, sameEntered } from './fact-fields.ts';

test('a field sends its own parts and nothing else', () => {
  const everything = {
    patient_last_name: '田中',
    patient_first_name: '洋子',
    patient_id: '77',
    comment: 'x',
  };
  expect(changeFrom('name', everything)).toEqual({ patient_last_name: '田中', patient_first_name: '洋子' });
  expect(changeFrom('patient_id', everything)).toEqual({ patient_id: '77' });
});

test('text is trimmed, an emptied field is sent as empty, an emptied date as null', () => {
  expect(changeFrom('comment', { comment: '  palpitations \n' })).toEqual({ comment: 'palpitations' });
  expect(changeFrom('phone_number', { phone_number: '' })).toEqual({ phone_number: '' });
  expect(changeFrom('birth_date', { birth_date: '' })).toEqual({ birth_date: null });
});

test('a date that does not exist is not sent', () => {
  expect(changeFrom('birth_date', { birth_date: '1954-02-30' })).toBeNull();
  expect(changeFrom('birth_date', { birth_date: '1954-03-12' })).toEqual({ birth_date: '1954-03-12' });
  expect(isCalendarDate('2024-02-29')).toBe(true);
  expect(isCalendarDate('2025-02-29')).toBe(false);
  expect(isCalendarDate('54-3-12')).toBe(false);
});

test('a choice outside its list is null, and for the priority not sent', () => {
  expect(changeFrom('gender', { gender: 'female' })).toEqual({ gender: 'female' });
  expect(changeFrom('gender', { gender: '' })).toEqual({ gender: null });
  expect(changeFrom('priority', { priority: 'soon' })).toBeNull();
});

test('entered values are compared part by part', () => {
  expect(sameEntered({ patient_id: '1' }, { patient_id: '1' })).toBe(true);
  expect(sameEntered({ patient_id: '1' }, { patient_id: '2' })).toBe(false);
  expect(Object.values(factFields).every(({ parts }) => parts.length > 0)).toBe(true);
});
