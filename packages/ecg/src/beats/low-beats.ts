/**
 * Removes small waves and noise that were taken for beats in the first minute, before the detector knows how high this
 * patient's QRS is (`qrs-memory`): in a heart of twelve a minute it sees few beats among many P and T waves.
 */
import { removeRows, shapeWidth } from './beat-columns.ts';
import type { BeatColumns } from './beat-columns.ts';
import { workHz } from './lead-bands.ts';
import { dropTWaves } from './t-waves.ts';

const untilKnown = 60 * workHz;
/** Height relative to the dominant beat (logarithm × 32; a tenth) below which a doubtful beat is none. */
const tooLow = Math.round(32 * Math.log(0.1));
/** The detector's log-odds × 16 below which a beat is doubtful. */
const doubtful = 24;
const certain = 48;
const sizeAt = 4;

/**
 * Removes what the detector took for beats and the signal around shows to be none: low waves, T waves, and doubtful
 * beats where no QRS is (`withoutQrs` is 1 in each such second).
 */
export function dropFalseBeats(columns: BeatColumns, withoutQrs: Uint8Array): void {
  if (withoutQrs.includes(1)) dropWithoutQrs(columns, withoutQrs);
  dropLowBeats(columns);
  dropTWaves(columns);
}

function dropWithoutQrs(columns: BeatColumns, withoutQrs: Uint8Array): void {
  const { peak, odds, count } = columns;
  const dropped: number[] = [];
  for (let i = 0; i < count; i++)
    if (withoutQrs[Math.floor((peak[i] ?? 0) / workHz)] === 1 && (odds[i] ?? 0) < certain) dropped.push(i);
  if (dropped.length > 0) removeRows(columns, dropped);
}

function dropLowBeats(columns: BeatColumns): void {
  const { peak, odds, shape, count } = columns;
  const dropped: number[] = [];
  for (let i = 0; i < count && (peak[i] ?? 0) < untilKnown; i++)
    if ((odds[i] ?? 0) < doubtful && (shape[i * shapeWidth + sizeAt] ?? 0) < tooLow) dropped.push(i);
  if (dropped.length > 0) removeRows(columns, dropped);
}
