// Parses times of DICOM (DT, PS3.5 6.2) and HL7 v3 (TS): `YYYYMMDDHHMMSS.ffff±ZZZZ`, which may be cut short from the
// right. Some writers put ISO 8601 there, or separate the parts as DICOM's predecessor did.

import { clockMs } from './clock-time.ts';

export interface CompactTime {
  /** Unix milliseconds; without an offset the clock is read as UTC. */
  readonly at_ms: number;
  readonly has_zone: boolean;
}

const form = /^(\d{4})(\d\d)(\d\d)(\d\d)(?:(\d\d)(?:(\d\d)(?:\.(\d{1,9}))?)?)?([-+]\d{4})?$/;

const separated =
  /^(\d{4})[-./]?(\d\d)[-./]?(\d\d)(?:[T\s]*(\d\d):?(\d\d)?(?::?(\d\d(?:[.,]\d{1,9})?))?)?\s*(Z|[-+]\d\d:?\d\d)?$/i;

/** Removes the separators of ISO 8601 and of DICOM's predecessor. */
const compact = (text: string): string =>
  text.replace(separated, (_all, ...parts: (string | undefined)[]) => {
    const [zone = '', ...clock] = [parts[6], ...parts.slice(0, 6)];
    return `${clock.join('').replace(',', '.')}${/z/i.test(zone) ? '+0000' : zone.replace(':', '')}`;
  });

/** Returns a time with a precision of at least an hour, or null: a day alone is no start of a recording. `20260301081500.25+0900` is 2026-02-28T23:15:00.250Z. */
export function parseCompactTime(text: string): CompactTime | null {
  const match = form.exec(compact(text.trim()));
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  const offset = match[8];
  const minutes = offset === undefined ? 0 : Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3));
  const sign = offset?.startsWith('-') === true ? -1 : 1;
  // A leap second is the last of its minute.
  const seconds = Number(`${Math.min(second, 59)}.${match[7] ?? '0'}`);
  const atMs = second > 60 ? null : clockMs({ year, month, day }, hour, minute, seconds);
  if (atMs === null) return null;
  return { at_ms: atMs - sign * minutes * 60_000, has_zone: offset !== undefined };
}
