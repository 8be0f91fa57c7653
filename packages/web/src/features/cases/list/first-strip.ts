/**
 * Chooses the first strip of a recording: at its first patient event, otherwise at the first second with signal. The
 * whole strip is inside one tile of raw samples, so that the preview fetches only one.
 */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { tileSpan } from '@rhythmdesk/ecg/pyramid/layout';

const stripSeconds = 4;
/** A strip begins a little before the event that it shows. */
const leadInSeconds = 1;

export type StripPlace = {
  readonly tile: number;
  /** First sample, relative to the tile's first sample. */
  readonly offset: number;
  readonly length: number;
  readonly start_ms: number;
  readonly event: boolean;
};

type Facts = Pick<RecordingManifest, 'start_ms' | 'sampling_hz' | 'samples' | 'gaps' | 'events'>;

/** Returns the first sample at or after `from` that no gap of this lead covers. */
function afterGaps(facts: Facts, from: number): number {
  const gaps = facts.gaps.filter(([lead]) => lead <= 0).toSorted((a, b) => a[1] - b[1]);
  return gaps.reduce((at, [, start, end]) => (start <= at && at < end ? end : at), from);
}

export function firstStrip(facts: Facts): StripPlace | null {
  const { sampling_hz, samples, start_ms } = facts;
  const length = Math.min(samples, Math.round(stripSeconds * sampling_hz));
  if (length === 0) return null;
  const [event] = facts.events;
  const wanted =
    event === undefined ? 0 : ((Date.parse(event.time) - start_ms) / 1_000 - leadInSeconds) * sampling_hz;
  const clear = afterGaps(facts, Math.max(0, Math.round(wanted)));
  const at = Math.max(0, Math.min(clear, samples - length));
  const span = tileSpan(0);
  const tile = Math.floor(at / span);
  const offset = Math.min(at - tile * span, Math.max(0, Math.min(span, samples - tile * span) - length));
  const first = tile * span + offset;
  return {
    tile,
    offset,
    length,
    start_ms: start_ms + (first * 1_000) / sampling_hz,
    event: event !== undefined,
  };
}
