import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs } from '../kit/calendar.ts';
import { zoneClock } from '../kit/wall-clock.ts';
import { roleKeys } from '../people/roles.ts';
import {
  channelsOf,
  defaultPreferences,
  deliveryOf,
  judgePreferences,
  mailRhythms,
  notificationChannels,
  type ChannelTable,
  type NotificationPreferences,
} from './notification-preferences.ts';
import { notificationCategories, notificationCodes, notificationTable } from './notifications.ts';
import { digestMomentMs, digestRhythms, quietEndMs } from './quiet-hours.ts';

const zones = ['Asia/Seoul', 'Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'UTC'];
const zone = fc.constantFrom(...zones);
/** Two years, including the beginnings and ends of summer time. */
const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });
const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
const quietHours = fc
  .record({ from_minute: minute, to_minute: minute })
  .filter(({ from_minute, to_minute }) => from_minute !== to_minute);

const choice = fc.record({ bell: fc.boolean(), push: fc.boolean(), mail: fc.boolean() });
const channels: fc.Arbitrary<ChannelTable> = fc.record({
  upload: choice,
  request: choice,
  progress: choice,
  verification: choice,
  correction: choice,
  closing: choice,
  account: choice,
  critical: choice,
});
const preferences: fc.Arbitrary<NotificationPreferences> = fc.record({
  channels,
  quiet: fc.option(quietHours),
  mail_rhythm: fc.constantFrom(...mailRhythms),
  time_zone: zone,
});
const code = fc.constantFrom(...notificationCodes);

test('quiet hours over midnight end in the morning of the user’s zone, and delay nothing outside of them', () => {
  const quiet = { from_minute: 22 * 60, to_minute: 7 * 60 };
  const late = Date.UTC(2026, 10, 20, 14, 10);
  expect(quietEndMs(quiet, 'Asia/Seoul', late)).toBe(Date.UTC(2026, 10, 20, 22));
  expect(quietEndMs(quiet, 'UTC', late)).toBeNull();
  expect(quietEndMs(quiet, 'Asia/Seoul', Date.UTC(2026, 10, 20, 22))).toBeNull();
  expect(quietEndMs(quiet, 'Asia/Seoul', Date.UTC(2026, 10, 20, 21, 59))).toBe(Date.UTC(2026, 10, 20, 22));
  expect(quietEndMs(null, 'Asia/Seoul', late)).toBeNull();
});

test('the end of quiet hours is later than now, within a day and an hour, and not quiet', () => {
  fc.assert(
    fc.property(quietHours, zone, moment, (quiet, timeZone, nowMs) => {
      const end = quietEndMs(quiet, timeZone, nowMs);
      if (end === null) return;
      expect(end).toBeGreaterThan(nowMs);
      expect(end - nowMs).toBeLessThanOrEqual(dayMs + 2 * 3_600_000);
      expect(quietEndMs(quiet, timeZone, end)).toBeNull();
    }),
  );
});

test('a digest is due at seven, the weekly one on Monday, never after now, and there is always a next one', () => {
  const seoul = (text: string): number => Date.parse(`${text}+09:00`);
  const friday = seoul('2026-11-20T06:59:00');
  expect(digestMomentMs('day', 'Asia/Seoul', friday)).toBe(seoul('2026-11-19T07:00:00'));
  expect(digestMomentMs('day', 'Asia/Seoul', friday + 60_000)).toBe(seoul('2026-11-20T07:00:00'));
  expect(digestMomentMs('week', 'Asia/Seoul', friday)).toBe(seoul('2026-11-16T07:00:00'));
  fc.assert(
    fc.property(fc.constantFrom(...digestRhythms), zone, moment, (rhythm, timeZone, nowMs) => {
      const at = digestMomentMs(rhythm, timeZone, nowMs);
      expect(at).toBeLessThanOrEqual(nowMs);
      expect(nowMs - at).toBeLessThan((rhythm === 'week' ? 7 : 1) * dayMs + 3_600_001);
      const wall = new Date(zoneClock(timeZone).shown(at));
      expect(wall.toISOString()).toMatch(/T07:00:00\.000Z$/);
      if (rhythm === 'week') expect(wall.getUTCDay()).toBe(1);
      expect(digestMomentMs(rhythm, timeZone, at)).toBe(at);
    }),
  );
});

test('a critical finding is shown, pushed or mailed at once, without waiting', () => {
  fc.assert(
    fc.property(preferences, moment, (chosen, nowMs) => {
      const delivered = deliveryOf(chosen, 'critical-finding', nowMs);
      if (!judgePreferences(chosen).ok) return;
      expect(delivered.bell).toBe(true);
      expect([delivered.push_ms, delivered.mail_ms]).toContain(nowMs);
      expect([nowMs, null]).toContain(delivered.push_ms);
      expect(delivered.digest).toBe(false);
    }),
  );
});

test('switching a critical finding off completely is refused, and so are quiet hours without a length', () => {
  const usual = defaultPreferences('CHIEF', 'Asia/Seoul');
  const critical = (bell: boolean, push: boolean, mail: boolean) =>
    judgePreferences({ ...usual, channels: { ...usual.channels, critical: { bell, push, mail } } });
  expect(critical(true, true, false)).toMatchObject({ ok: true });
  expect(critical(true, false, true)).toMatchObject({ ok: true });
  expect(critical(true, false, false)).toMatchObject({ code: 'notification/critical-silenced' });
  expect(critical(false, true, true)).toMatchObject({ code: 'notification/critical-silenced' });
  const quiet = { from_minute: 60, to_minute: 60 };
  expect(judgePreferences({ ...usual, quiet })).toMatchObject({ code: 'notification/quiet-hours' });
});

test('a message is sent only by chosen channels, never in quiet hours, and mailed once: alone or in a digest', () => {
  fc.assert(
    fc.property(preferences, code, moment, (chosen, kind, nowMs) => {
      const { category } = notificationTable[kind];
      const { push, mail, bell } = chosen.channels[category];
      const delivery = deliveryOf(chosen, kind, nowMs);
      expect(delivery.bell).toBe(bell);
      expect(delivery.push_ms !== null).toBe(push);
      if (!mail) expect(delivery).toMatchObject({ mail_ms: null, digest: false });
      expect(delivery.digest && delivery.mail_ms !== null).toBe(false);
      if (category === 'critical') return;
      for (const atMs of [delivery.push_ms, delivery.mail_ms]) {
        if (atMs !== null) expect(quietEndMs(chosen.quiet, chosen.time_zone, atMs)).toBeNull();
      }
      if (delivery.digest) expect(chosen.mail_rhythm).not.toBe('each');
    }),
  );
});

test('a notification with its own mail is not mailed again', () => {
  const loud = { bell: true, push: true, mail: true };
  const chosen = {
    ...defaultPreferences('ADMIN', 'UTC'),
    channels: channelsOf('ADMIN', { account: loud }),
    mail_rhythm: 'each' as const,
  };
  expect(deliveryOf(chosen, 'password-changed', 0)).toMatchObject({ mail_ms: null, push_ms: 0 });
  expect(deliveryOf(chosen, 'chain-broken', 0)).toMatchObject({ mail_ms: 0, push_ms: 0 });
});

test('every role’s defaults may be chosen; a choice replaces them, one category at a time', () => {
  const none = { bell: false, push: false, mail: false };
  for (const role of roleKeys) {
    const usual = defaultPreferences(role, 'Asia/Seoul');
    expect(judgePreferences(usual)).toMatchObject({ ok: true });
    const changed = channelsOf(role, { upload: none });
    expect(changed.upload).toEqual(none);
    for (const category of notificationCategories) {
      if (category !== 'upload') expect(changed[category]).toEqual(usual.channels[category]);
      expect(Object.keys(changed[category])).toEqual([...notificationChannels]);
    }
  }
  expect(channelsOf('TECHNICIAN').request).toEqual({ bell: true, push: true, mail: false });
});
