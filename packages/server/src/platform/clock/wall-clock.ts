/**
 * Moments and what the clock on the wall of a zone shows then. Foreign recordings state wall clocks without a zone.
 *
 *   wallClock(2026-11-05T23:30Z, 'Asia/Seoul')    → 2026-11-06T08:30 (as Unix milliseconds of these digits in UTC)
 *   atWallClock(2026-11-06T08:30, 'Asia/Seoul')   → 2026-11-05T23:30Z
 *
 * Law: atWallClock undoes wallClock, but for the hour that a zone lives twice when its summer ends.
 */

const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;

export function wallClock(atMs: number, timeZone: string): number {
  const form = { timeZone, hourCycle: 'h23', ...fields, minute: 'numeric', second: 'numeric' } as const;
  const parts = new Map(
    new Intl.DateTimeFormat('en', form).formatToParts(atMs).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const seconds = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return seconds + (((atMs % 1000) + 1000) % 1000);
}

export function atWallClock(clockMs: number, timeZone: string): number {
  const guess = clockMs - (wallClock(clockMs, timeZone) - clockMs);
  return guess - (wallClock(guess, timeZone) - clockMs);
}
