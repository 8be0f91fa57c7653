/** Makes a scene of two leads for tests of the strip: one beat of 1 mV each second, a gap in the second lead. */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { tileSamples } from '@rhythmdesk/ecg/pyramid/layout';
import type { TraceTile } from '../signal/trace-tile.ts';
import { step } from '../time/view-state.ts';
import { firstView } from '../time/view.ts';
import type { View } from '../time/view.ts';
import { createWallClock } from '../time/wall-clock.ts';
import { createScene } from './scene.ts';
import type { Scene, TraceWords } from './scene.ts';
import { traceColours } from './trace-colours.ts';

export const hz = 250;
export const samples = tileSamples;
export const gap = { start: 1000, end: 1250 };
export const startMs = Date.UTC(2026, 10, 5, 1, 24, 37, 250);

export const words: TraceWords = {
  railLabel: 'RR ms',
  noSignal: 'No signal',
  af: 'AF',
  afl: 'AFL',
  events: 'Events',
  lanes: {},
  max: 'max',
  mean: 'mean',
  min: 'min',
  event: ({ kind, note }) => `${kind} ${note}`,
  caliper: (ms, bpm) => `${ms} ms ${bpm ?? 0} bpm`,
  speed: String,
  gain: String,
  printed: (view) => [String(view.speed), view.filter],
  notice: 'not calibrated',
};

export const manifest: RecordingManifest = {
  case_id: 1,
  recording_id: 1,
  start_ms: startMs,
  time_zone: 'Asia/Tokyo',
  sampling_hz: hz,
  samples,
  leads: [
    { label: 'CH1', gain_uv_per_lsb: 10, zero_lsb: 0, signal_share: 1 },
    { label: 'CH2', gain_uv_per_lsb: 10, zero_lsb: 0, signal_share: 0.9 },
  ],
  levels: [],
  gaps: [[1, gap.start, gap.end]],
  events: [],
  hours: [],
  synthetic: true,
};

/** Lead 0 has one beat a second of 1 mV; lead 1 has the same with a gap. */
export function tileOf(lead: number): TraceTile {
  const of = (i: number): number => {
    if (lead === 1 && i >= gap.start && i < gap.end) return NO_SIGNAL;
    return i % hz === 0 ? 100 : 0;
  };
  return { kind: 'samples', samples: Int16Array.from({ length: samples }, (_, i) => of(i)) };
}

export const tiles = [tileOf(0), tileOf(1)];
export const scene: Scene = createScene({
  manifest,
  tiles: { get: ({ lead, level }) => (level === 0 ? tiles[lead] : undefined) },
  wall: createWallClock('Asia/Tokyo', 'en-GB'),
  words,
  trend: [],
});
export const surface = { widthPx: 1064, heightPx: 300, dpr: 1 };
export const size = { surface, gutterPx: 64, mmPx: 4, lanePx: 20 };
export const frame = {
  clock: scene.clock,
  lineMs: 60_000,
  pageLines: 9,
  paperPx: 1000,
  stripPx: 276,
  lanePx: 20,
  mmPx: 4,
};
export const colours = traceColours('light', 'sans-serif');
export const at = (view: View, start: number): View => step(view, frame, { kind: 'go', start });
export const view = at(firstView(scene.clock, [0, 1]), 500);
