import { expect, test } from 'vitest';
import { dateIn, hourIn, zoneClock } from './wall-clock.ts';

const at = Date.UTC(2026, 10, 5, 23, 30, 1, 250);

test('a time is converted to the hospital’s zone and back', () => {
  expect(zoneClock('Asia/Seoul').shown(at)).toBe(Date.UTC(2026, 10, 6, 8, 30, 1, 250));
  expect(zoneClock('America/New_York').shown(at)).toBe(Date.UTC(2026, 10, 5, 18, 30, 1, 250));
  expect(zoneClock('UTC').shown(at)).toBe(at);
  for (const zone of ['Asia/Seoul', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata']) {
    const { shown, instant } = zoneClock(zone);
    for (let hour = 0; hour < 9000; hour += 7) {
      const moment = Date.UTC(2026, 0, 1) + hour * 3_600_000;
      const back = instant(shown(moment));
      if (back !== moment) expect(shown(back)).toBe(shown(moment));
    }
  }
});

test('a date and an hour are in the zone’s time', () => {
  expect(dateIn('Asia/Seoul', at)).toBe('2026-11-06');
  expect(dateIn('America/New_York', at)).toBe('2026-11-05');
  expect(hourIn('Asia/Kolkata', Date.UTC(2026, 10, 5, 4))).toBe(9.5);
});

test.each([
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Pacific/Apia', '2011-12-30'],
  ['America/St_Johns', '2006-10-29'],
  ['Asia/Seoul', '1988-05-08'],
])('in %s every quarter of an hour around %s is the one of the runtime’s tables', (timeZone, day) => {
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const middle = Date.parse(day);
  for (let quarter = -300; quarter <= 300; quarter++) {
    const moment = middle + quarter * 900_000;
    const local = new Date(zoneClock(timeZone).shown(moment)).toISOString();
    expect(local.slice(0, 19).replace('T', ' ')).toBe(form.format(moment));
  }
});

/** Returns a local time as Unix milliseconds. */
const wall = (text: string): number => Date.parse(`${text}Z`);
const instantOf = (zone: string, text: string): string =>
  new Date(zoneClock(zone).instant(wall(text))).toISOString().slice(0, 16);

test.each([
  ['Europe/Berlin', '2026-10-25T02:00', '2026-10-25T00:00'],
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
  ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
  ['Australia/Lord_Howe', '2026-04-05T01:30', '2026-04-04T14:30'],
])('in %s the first of two %s is meant', (zone, local, instant) => {
  expect(instantOf(zone, local)).toBe(instant);
});

test.each([
  ['America/New_York', '2026-03-08T02:00', '2026-03-08T07:00'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30'],
  ['America/Havana', '2026-03-08T00:00', '2026-03-08T05:00'],
  ['America/Sao_Paulo', '2015-10-18T00:00', '2015-10-18T03:00'],
])('in %s a skipped %s moves behind the gap', (zone, local, instant) => {
  expect(instantOf(zone, local)).toBe(instant);
});
