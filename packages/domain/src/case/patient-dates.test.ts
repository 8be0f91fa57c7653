import { expect, test } from 'vitest';
import { ageAt, dateFaults } from './patient-dates.ts';

const today = '2026-11-20';

test('a birth date may be today and not tomorrow', () => {
  expect(dateFaults({ birth_date: today }, today)).toEqual([]);
  expect(dateFaults({ birth_date: '2026-11-21' }, today)).toEqual([
    { field: 'birth_date', code: 'case/birth-date-future' },
  ]);
});

test('a patch is removed on the day on which it was applied or later', () => {
  const worn = { attachment_date: '2026-11-05', detachment_date: '2026-11-05' };
  expect(dateFaults(worn, today)).toEqual([]);
  expect(dateFaults({ ...worn, detachment_date: '2026-11-04' }, today)).toEqual([
    { field: 'detachment_date', code: 'case/detached-before-attached' },
  ]);
});

test('a missing date has no fault', () => {
  expect(dateFaults({}, today)).toEqual([]);
  expect(dateFaults({ birth_date: null, detachment_date: '2026-11-04' }, today)).toEqual([]);
});

test('a patch cannot be attached or detached after today', () => {
  expect(dateFaults({ attachment_date: today, detachment_date: today }, today)).toEqual([]);
  expect(dateFaults({ attachment_date: '2026-11-21', detachment_date: '2199-01-01' }, today)).toEqual([
    { field: 'attachment_date', code: 'case/worn-in-future' },
    { field: 'detachment_date', code: 'case/worn-in-future' },
  ]);
});

test('an age changes when the birthday begins in the zone, not in UTC', () => {
  const born = '1950-11-29';
  const lateOnTheEve = Date.UTC(2026, 10, 28, 20);
  expect(ageAt(born, 'Asia/Seoul', lateOnTheEve)).toBe(76);
  expect(ageAt(born, 'Europe/London', lateOnTheEve)).toBe(75);
  expect(ageAt(null, 'Asia/Seoul', lateOnTheEve)).toBeNull();
});
