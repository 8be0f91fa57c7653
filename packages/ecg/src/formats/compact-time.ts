// Parses times of DICOM (DT, PS3.5 6.2) and HL7 v3 (TS): `YYYYMMDDHHMMSS.ffff±ZZZZ`, which may be cut short from the
// right.

export interface CompactTime {
  /** Unix milliseconds; without an offset the clock is read as UTC. */
  readonly at_ms: number;
  readonly has_zone: boolean;
}

const form = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:\.(\d{1,9}))?)?)?)?([-+]\d{4})?$/;

/** Returns a time with a precision of at least a day, or null. `20260301081500.25+0900` is 2026-02-28T23:15:00.250Z. */
export function parseCompactTime(text: string): CompactTime | null {
  const match = form.exec(text.trim());
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  const millis = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  const offset = match[8];
  const minutes = offset === undefined ? 0 : Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3));
  const sign = offset?.startsWith('-') === true ? -1 : 1;
  const clockMs = Date.UTC(year, month - 1, day, hour, minute, second, millis);
  return { at_ms: clockMs - sign * minutes * 60_000, has_zone: offset !== undefined };
}
