/** Collects what is known about a recording to convert, and what the user still has to enter. Pure. */
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { createWallClock } from '../../../trace/time/wall-clock.ts';
import type { MakeOrder, Surveyed } from '../convert/convert-result.ts';
import type { Conversion } from './batch.ts';

export type Missing = 'hn-id' | 'hn-id-invalid' | 'hospital' | 'start' | 'start-late';
/** `start_ms` is set if it is known, whatever else is missing. */
export type Ordered = { readonly start_ms: number | null } & (
  | { readonly order: MakeOrder }
  | { readonly asks: Missing }
);

/** Formats local time as `YYYY-MM-DDTHH:MM:SS`. */
const wallText = (wallMs: number): string => new Date(wallMs).toISOString().slice(0, 19);

function wallMs(text: string): number | null {
  const ms = Date.parse(`${text}Z`);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text) && !Number.isNaN(ms) ? ms : null;
}

/**
 * Returns the start time of the file, in the hospital's time zone if the file names none; null if it has no start time.
 */
function startOfFile({ clock_ms, clock_has_zone }: Surveyed, time_zone: string): number | null {
  if (clock_ms === null || clock_has_zone) return clock_ms;
  return createWallClock(time_zone, 'en').instant(clock_ms);
}

/** Returns the text of the field for the start. */
export function startText({ start, surveyed }: Conversion, time_zone: string): string {
  if (start !== null) return start;
  if (surveyed === null || surveyed.clock_ms === null) return '';
  const { clock_ms, clock_has_zone } = surveyed;
  return wallText(clock_has_zone ? createWallClock(time_zone, 'en').shown(clock_ms) : clock_ms);
}

function startOf({ start, surveyed }: Conversion, time_zone: string): number | null {
  if (start === null) return surveyed === null ? null : startOfFile(surveyed, time_zone);
  const wall = wallMs(start);
  const start_ms = wall === null ? -1 : createWallClock(time_zone, 'en').instant(wall);
  return start_ms < 0 ? null : start_ms;
}

export function orderOf(conversion: Conversion, time_zone: string | null, nowMs: number): Ordered {
  const { hn_id: typed, start } = conversion;
  if (time_zone === null) return { asks: 'hospital', start_ms: null };
  const start_ms = startOf(conversion, time_zone);
  if (typed.trim() === '') return { asks: 'hn-id', start_ms };
  const hn_id = normaliseHnId(typed);
  if (hn_id === null) return { asks: 'hn-id-invalid', start_ms };
  if (start_ms === null) return { asks: 'start', start_ms };
  if (start_ms > nowMs) return { asks: 'start-late', start_ms };
  return { start_ms, order: { hn_id, start_ms, start_from: start === null ? 'file' : 'person' } };
}

export const isSameOrder = (a: MakeOrder | null, b: MakeOrder | null): boolean =>
  a?.hn_id === b?.hn_id && a?.start_ms === b?.start_ms && a?.start_from === b?.start_from;
