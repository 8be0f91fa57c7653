import { expect, test } from 'vitest';
import { storedZoneName, zoneName } from './zone-name.ts';

test.each([
  ['asia/tokyo', 'Asia/Tokyo'],
  ['America/New_York', 'America/New_York'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Etc/GMT-9', 'Etc/GMT-9'],
  ['UTC', 'UTC'],
  ['CET', 'Europe/Brussels'],
  ['ROK', 'Asia/Seoul'],
  ['EST5EDT', 'America/New_York'],
  // The database no longer has this name.
  ['US/Pacific-New', 'America/Los_Angeles'],
])('%s is the zone %s', (typed, name) => expect(zoneName(typed)).toBe(name));

test.each(['+09:00', '-0500', 'Asia/Nowhere', '', 'Z'])('%j is no name of a zone', (typed) =>
  expect(zoneName(typed)).toBeUndefined(),
);

// The runtime takes IST for India's time, PostgreSQL for Israel's; PST has summer time only in the runtime.
test.each(['IST', 'PST', 'cst', 'BST', 'JST', 'ACT', 'SystemV/PST8'])(
  '%s is refused, because the database reads it differently or not at all',
  (typed) => expect(zoneName(typed)).toBeUndefined(),
);

test('an abbreviation that is stored has the name of the zone that the runtime takes it for', () => {
  expect(['JST', 'PST', 'Asia/Seoul', 'CET'].map(storedZoneName)).toEqual([
    'Asia/Tokyo',
    'America/Los_Angeles',
    'Asia/Seoul',
    'Europe/Brussels',
  ]);
});
