/**
 * Combines everything that is known about one recording for the three scales.
 *
 * It contains no view and touches no DOM. Slow computations (extents of leads, columns of a disclosure line) are cached
 * until the tiles that they came from change.
 */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { bucketSamples, tileSpan, topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { createFilteredSignal } from '../signal/filtered-signal.ts';
import type { FilteredSignal } from '../signal/filtered-signal.ts';
import { listedGaps } from '../signal/signal.ts';
import { assumedExtent, extentOfRows } from '../time/lead-layout.ts';
import type { ExtremeRow, LeadExtent } from '../time/lead-layout.ts';
import type { Beats, Episode, RateFigures, TrendPoint } from '../signal/reading.ts';
import { readSignal } from '../signal/signal-reader.ts';
import type { SignalSource, TileSource } from '../signal/signal-reader.ts';
import { restTile } from '../signal/tile-plan.ts';
import { sampleAt } from '../time/time-scale.ts';
import type { RecordingClock, SampleSpan } from '../time/time-scale.ts';
import type { PinMark } from './renderer-pins.ts';
import type { TrendEvent } from './trend-geometry.ts';
import type { View } from '../time/view.ts';
import type { WallClock } from '../time/wall-clock.ts';

/** The texts that the canvases draw, in the user's language. */
export type TraceWords = {
  readonly railLabel: string;
  readonly noSignal: string;
  readonly af: string;
  readonly afl: string;
  readonly events: string;
  /** Names of kinds of findings that are too long for the label of a lane, in short. */
  readonly lanes: Readonly<Record<string, string>>;
  readonly max: string;
  readonly mean: string;
  readonly min: string;
  /** Kind of a patient event and what the patient said. */
  readonly event: (event: Pick<TrendEvent, 'kind' | 'note'>) => string;
  readonly caliper: (ms: number, bpm: number | null) => string;
  readonly speed: (speed: number) => string;
  readonly gain: (gain: number) => string;
  /** Speed, gain, filter and inversion, as printed on the strip; on a phone, settings that are off are left out. */
  readonly printed: (view: View, short: boolean) => readonly string[];
  /** Printed below the paper while the screen is not calibrated. */
  readonly notice: string | null;
};

export type Scene = {
  readonly manifest: RecordingManifest;
  readonly clock: RecordingClock;
  readonly source: SignalSource;
  readonly filtered: FilteredSignal;
  readonly wall: WallClock;
  readonly words: TraceWords;
  readonly beats: Beats | undefined;
  readonly episodes: readonly Episode[];
  readonly episodesIn: (span: SampleSpan) => Episode[];
  readonly trend: readonly TrendPoint[];
  readonly rates: RateFigures | undefined;
  readonly events: readonly TrendEvent[];
  /** Comments that are pinned to the recording. */
  readonly pins: readonly PinMark[];
  /** The beats that the next key judges, in order. */
  readonly judged: ArrayLike<number>;
  readonly extentOf: (lead: number) => LeadExtent;
  /** Stretches of a lead without signal, from the manifest. */
  readonly gapsOf: (lead: number) => readonly SampleSpan[];
};

export type SceneInput = {
  readonly manifest: RecordingManifest;
  readonly tiles: TileSource;
  readonly wall: WallClock;
  readonly words: TraceWords;
  readonly trend: readonly TrendPoint[];
  readonly rates?: RateFigures | undefined;
  readonly beats?: Beats | undefined;
  readonly episodes?: readonly Episode[] | undefined;
  readonly pins?: readonly PinMark[] | undefined;
  readonly judged?: ArrayLike<number> | undefined;
};

function createExtents(source: SignalSource): (lead: number) => LeadExtent {
  const known = new Map<number, LeadExtent>();
  const { samples } = source.clock;
  const wholeTile = (lead: number, level: number, index: number): ExtremeRow | null => {
    if (source.tiles.get({ lead, level, index }) === undefined) return null;
    const perTile = bucketSamples(level) * tileSpan(level);
    const span = { start: index * perTile, end: (index + 1) * perTile };
    const run = readSignal(source, lead, level, span).ranges[0];
    return run === undefined ? null : { ...run, bucketSeconds: run.bucket / source.clock.sampling_hz };
  };
  return (lead) => {
    const kept = known.get(lead);
    if (kept !== undefined) return kept;
    const overview = wholeTile(lead, topLevel(samples), 0);
    const { level, index } = restTile(samples);
    const short = wholeTile(lead, level, index);
    if (overview === null || short === null) return assumedExtent;
    const extent = extentOfRows(overview, short);
    known.set(lead, extent);
    return extent;
  };
}

/** Returns the trend from the device's own hourly count, used until the beats are known. */
export function trendFromHours(hours: RecordingManifest['hours']): TrendPoint[] {
  return hours.map((hour) => ({
    start_ms: Date.parse(hour.hour_start),
    duration_ms: hour.duration_s * 1000,
    hr_min: hour.hr_min,
    hr_mean: hour.hr_mean,
    hr_max: hour.hr_max,
    af_share: hour.duration_s > 0 ? hour.af_s / hour.duration_s : null,
  }));
}

type Unchanging = Pick<Scene, 'source' | 'filtered' | 'events' | 'extentOf'>;

/** The parts that depend on the recording alone. All scenes of a recording share them, with the filtered signal. */
const unchanging = new WeakMap<
  TileSource,
  { readonly manifest: RecordingManifest; readonly parts: Unchanging }
>();

function partsOf({ manifest, tiles }: SceneInput): Unchanging {
  const known = unchanging.get(tiles);
  if (known?.manifest === manifest) return known.parts;
  const source: SignalSource = { tiles, clock: manifest, leads: manifest.leads };
  const parts = {
    source,
    filtered: createFilteredSignal(source),
    events: manifest.events.map(({ time, kind, note }) => ({
      ...{ kind, note },
      sample: sampleAt(manifest, Date.parse(time)),
    })),
    extentOf: createExtents(source),
  };
  unchanging.set(tiles, { manifest, parts });
  return parts;
}

export function createScene(input: SceneInput): Scene {
  const { manifest } = input;
  const episodes = [...(input.episodes ?? [])].sort((a, b) => a.start_sample - b.start_sample);
  return {
    manifest,
    clock: manifest,
    ...partsOf(input),
    wall: input.wall,
    words: input.words,
    beats: input.beats,
    episodes,
    episodesIn: (span) =>
      episodes.filter((one) => one.start_sample < span.end && one.end_sample > span.start),
    trend: input.trend,
    rates: input.rates,
    pins: input.pins ?? [],
    judged: input.judged ?? [],
    gapsOf: (lead) => listedGaps(manifest.gaps, lead),
  };
}
