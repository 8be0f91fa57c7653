/**
 * Finds the seconds in which a short gap seems to hide a beat. A gap of half a second or more makes a second unreadable,
 * but a QRS lasts only a tenth of one: if a shorter gap hides it, the interval around would be a pause.
 *
 * An interval contains a hidden beat if it is much longer than those around, and no part of it between beats and gaps is.
 * A pause in which nothing comes for long, before or after a gap, remains a pause.
 */
import type { BeatColumns } from './beat-columns.ts';
import { workHz } from './lead-bands.ts';
import { medianOfFirst } from './small-median.ts';
import { secondBit } from '../signal/lead-input.ts';

/** Ratio to the usual interval from which one is much longer. */
const muchLonger = 1.5;
/** Intervals on each side whose median is the usual one; in seconds, the usual one where there are none. */
const reach = 8;
const unknownS = 0.8;
const scratch = new Float32Array(2 * reach);

/** The `secondBit`s of each second of a lead, and its gaps (`LeadInput.gaps`). */
interface RawSeconds {
  readonly raw: Uint8Array;
  readonly gaps: Uint8Array;
}

/**
 * Returns the `secondBit`s of each lead, where a second is also a gap if one hides a beat in it. `chosen` is the lead of
 * each stretch of ten seconds.
 */
export function withHiddenBeats(
  { peak, count }: BeatColumns,
  leads: readonly RawSeconds[],
  chosen: readonly number[],
): Uint8Array[] {
  const raws = leads.map(({ raw, gaps }) => (gaps.length > 0 ? raw.slice() : raw));
  if (leads.every(({ gaps }) => gaps.length === 0)) return raws;
  const leadAt = (second: number): number => chosen[Math.floor(second / 10)] ?? 0;
  const isLost = (s: number): boolean => ((leads[leadAt(s)]?.raw[s] ?? 0) & secondBit.gap) !== 0;
  for (let i = 1; i < count; i++) {
    const [from, to] = [(peak[i - 1] ?? 0) / workHz, (peak[i] ?? 0) / workHz];
    const places = gapsBetween((s) => leads[leadAt(s)]?.gaps[s] ?? 0, from, to);
    if (places.length === 0 || !hidesBeat(places, from, to, usualAround(peak, count, i))) continue;
    const seconds = places.map(Math.floor);
    if (seconds.some(isLost)) continue;
    for (const s of seconds) {
      const raw = raws[leadAt(s)];
      if (raw) raw[s] = (raw[s] ?? 0) | secondBit.gap;
    }
  }
  return raws;
}

/** Returns the middles of the eighths of a second with a gap between two times, in seconds. */
function gapsBetween(eighthsAt: (second: number) => number, from: number, to: number): number[] {
  const places: number[] = [];
  for (let s = Math.floor(from); s <= Math.floor(to); s++) {
    const eighths = eighthsAt(s);
    for (let k = 0; k < 8 && eighths !== 0; k++) {
      const place = s + (k + 0.5) / 8;
      if ((eighths & (1 << k)) !== 0 && place > from && place < to) places.push(place);
    }
  }
  return places;
}

function hidesBeat(places: readonly number[], from: number, to: number, usual: number): boolean {
  if (to - from < muchLonger * usual) return false;
  return [...places, to].every((place, k) => place - (places[k - 1] ?? from) < muchLonger * usual);
}

/** Returns the median of the intervals around the one that ends at beat `i`, in seconds. */
function usualAround(peak: Float64Array, count: number, i: number): number {
  let found = 0;
  for (let k = Math.max(1, i - reach); k <= Math.min(count - 1, i + reach); k++)
    if (k !== i) scratch[found++] = ((peak[k] ?? 0) - (peak[k - 1] ?? 0)) / workHz;
  return found === 0 ? unknownS : medianOfFirst(scratch, found);
}
