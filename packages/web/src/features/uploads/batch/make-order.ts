/** Collects what is known about a recording to convert, and what the user still has to enter. Pure. */
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { createWallClock } from '../../../trace/time/wall-clock.ts';
import type { MakeOrder } from '../convert/convert-result.ts';
import type { Conversion } from './batch.ts';

export type Missing = 'hn-id' | 'hn-id-invalid' | 'hospital' | 'start' | 'start-late' | 'start-twice';
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

/** Returns the text of the field for the start. */
export function startText({ start, surveyed }: Conversion, time_zone: string): string {
  if (start !== null) return start;
  if (surveyed === null || surveyed.clock_ms === null) return '';
  const { clock_ms, clock_has_zone } = surveyed;
  return wallText(clock_has_zone ? createWallClock(time_zone, 'en').shown(clock_ms) : clock_ms);
}

/**
 * Returns when the recording may begin: no instant if that is unknown, two of a local time that occurs twice, when summer
 * time ends. A start of the file is in the hospital's time zone if the file names none.
 */
export function startsOf({ start, surveyed }: Conversion, time_zone: string): readonly number[] {
  if (start === null && surveyed?.clock_has_zone === true)
    return surveyed.clock_ms === null ? [] : [surveyed.clock_ms];
  const wall = start === null ? (surveyed?.clock_ms ?? null) : wallMs(start);
  const starts = wall === null ? [] : createWallClock(time_zone, 'en').instants(wall);
  return starts.filter((ms) => ms >= 0);
}

function startOf(conversion: Conversion, time_zone: string): number | 'twice' | null {
  const [first = null, second = null] = startsOf(conversion, time_zone);
  if (second === null) return first;
  const { start_at } = conversion;
  return start_at === null ? 'twice' : start_at === 'first' ? first : second;
}

export function orderOf(conversion: Conversion, time_zone: string | null, nowMs: number): Ordered {
  const { hn_id: typed, start } = conversion;
  if (time_zone === null) return { asks: 'hospital', start_ms: null };
  const found = startOf(conversion, time_zone);
  const start_ms = found === 'twice' ? null : found;
  if (typed.trim() === '') return { asks: 'hn-id', start_ms };
  const hn_id = normaliseHnId(typed);
  if (hn_id === null) return { asks: 'hn-id-invalid', start_ms };
  if (start_ms === null) return { asks: found === 'twice' ? 'start-twice' : 'start', start_ms };
  if (start_ms > nowMs) return { asks: 'start-late', start_ms };
  return { start_ms, order: { hn_id, start_ms, start_from: start === null ? 'file' : 'person' } };
}

export const isSameOrder = (a: MakeOrder | null, b: MakeOrder | null): boolean =>
  a?.hn_id === b?.hn_id && a?.start_ms === b?.start_ms && a?.start_from === b?.start_from;
