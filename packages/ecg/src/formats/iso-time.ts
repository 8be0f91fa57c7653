// Converts ISO 8601 UTC to Unix milliseconds and back, strictly: a date that does not exist is refused.

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|\+00:00)$/;

/**
 * Returns the milliseconds since 1970 of e.g. `2026-03-01T08:00:00Z` (fractions below 1 ms are cut), or null. Years
 * 1970 to 2199: a device clock with another year is not set.
 */
export function parseIsoUtc(text: string): number | null {
  const match = form.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  if (hour === undefined || minute === undefined || second === undefined) return null;
  const millis = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  if (year < 1970 || year > 2199 || hour > 23 || minute > 59 || second > 59) return null;
  const atMs = Date.UTC(year, month - 1, day, hour, minute, second, millis);
  return formatIsoUtc(atMs).slice(0, 10) === text.slice(0, 10) ? atMs : null;
}

/** Returns `YYYY-MM-DDTHH:MM:SSZ`, with milliseconds if there are any. Years 1970 to 9999. */
export function formatIsoUtc(atMs: number): string {
  const date = new Date(atMs).toISOString();
  return date.endsWith('.000Z') ? `${date.slice(0, 19)}Z` : date;
}

const digits = (value: number, count: number): string => String(value).padStart(count, '0');

/**
 * Returns `formatIsoUtc` of whole milliseconds for many times in order: the part before the seconds is built once a
 * minute.
 */
export function isoUtcWriter(): (atMs: number) => string {
  let minute = Number.NaN;
  let before = '';
  return (atMs) => {
    const own = Math.floor(atMs / 60_000);
    if (own !== minute) before = new Date(own * 60_000).toISOString().slice(0, 17);
    minute = own;
    const restMs = atMs - own * 60_000;
    const millis = restMs % 1000;
    const second = `${before}${digits((restMs - millis) / 1000, 2)}`;
    return millis === 0 ? `${second}Z` : `${second}.${digits(millis, 3)}Z`;
  };
}
