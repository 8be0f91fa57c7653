/** Writes instants as local times with their offset from UTC, for the programs that read them in a hospital. */
import { offsetMinutes } from '@rhythmdesk/domain/kit/wall-clock';

/** Returns date and time to the millisecond, without a zone, at an offset from UTC in minutes. */
const shifted = (at: Date, offset: number): string =>
  new Date(at.getTime() + offset * 60_000).toISOString().slice(0, -1);

/** Returns date and time as digits, `20261119083000`, at an offset from UTC in minutes. */
export const digitsAt = (at: Date, offset: number): string =>
  shifted(at, offset).replace(/\D/g, '').slice(0, 14);

/** Returns an offset from UTC as `+0900`. */
export function offsetText(offset: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(minutes).padStart(2, '0')}`;
}

/** Returns an instant as ISO 8601 in the time of a zone, `2026-11-19T08:30:00.000+09:00`. */
export function isoTime(at: Date, timeZone: string): string {
  const offset = offsetMinutes(timeZone, at.getTime());
  return `${shifted(at, offset)}${offsetText(offset).replace(/..$/, ':$&')}`;
}
