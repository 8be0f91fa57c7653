/**
 * Describes what the strip shows, as facts for a text: time, rate, rhythm, beats, events and missing signal. Unknown
 * values are left out: without beats there is no rate of the strip, only the device's hourly rate.
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { rhythmLabels } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { countClass, meanRate } from '../signal/reading.ts';
import type { Scene } from './scene.ts';
import type { TrendEvent } from './trend-geometry.ts';
import { cutSpan, msAt } from '../time/time-scale.ts';
import type { SampleSpan } from '../time/time-scale.ts';

export type InView = {
  readonly fromMs: number;
  readonly toMs: number;
  /** Rate computed from the strip's own beats. */
  readonly rateBpm: number | null;
  /** The device's hourly mean, used if the strip's own rate is unknown. */
  readonly deviceBpm: number | null;
  /** The rhythm at the start of the strip. */
  readonly rhythm: RhythmKey | null;
  /**
   * Other episodes that began before the strip: noise, a pattern, a pause. `untilMs` is the end, or null if the episode
   * outlasts the strip.
   */
  readonly underWay: readonly { readonly kind: RhythmKey; readonly untilMs: number | null }[];
  /** Episodes that begin on the strip, each kind once with its first onset. */
  readonly onsets: readonly { readonly kind: RhythmKey; readonly ms: number; readonly count: number }[];
  readonly counts: readonly { readonly beat: BeatClass; readonly count: number }[];
  readonly events: readonly (Pick<TrendEvent, 'kind' | 'note'> & { readonly ms: number })[];
  /** Share of the strip without signal in the first lead shown, 0 to 1, and the name of that lead if there are others. */
  readonly missing: number;
  readonly missingLead: string | null;
};

const countedClasses = ['V', 'S', 'F', 'P', 'Q'] as const;

function deviceRate(scene: Scene, ms: number): number | null {
  const point = scene.trend.find(
    ({ start_ms, duration_ms }) => ms >= start_ms && ms < start_ms + duration_ms,
  );
  return point?.hr_mean ?? null;
}

function missingShare(scene: Scene, lead: number, span: SampleSpan): number {
  const length = span.end - span.start;
  if (length <= 0) return 0;
  let missing = 0;
  for (const gap of scene.gapsOf(lead)) {
    missing += Math.max(0, Math.min(gap.end, span.end) - Math.max(gap.start, span.start));
  }
  return Math.min(1, missing / length);
}

export function factsInView(scene: Scene, lead: number, strip: SampleSpan): InView {
  const span = cutSpan(scene.clock, strip);
  const { beats, clock } = scene;
  const fromMs = msAt(clock, span.start);
  const rateBpm = beats === undefined ? null : meanRate(beats, clock.sampling_hz, span);
  const episodes = scene.episodesIn(span);
  const rhythm = episodes.find(
    ({ kind, start_sample }) => rhythmLabels[kind].family === 'rhythm' && start_sample <= span.start,
  );
  return {
    fromMs,
    toMs: msAt(clock, span.end),
    rateBpm,
    deviceBpm: rateBpm === null ? deviceRate(scene, (fromMs + msAt(clock, span.end)) / 2) : null,
    rhythm: rhythm?.kind ?? null,
    underWay: episodes
      .filter((one) => one !== rhythm && one.start_sample <= span.start)
      .map(({ kind, end_sample }) => ({
        kind,
        untilMs: end_sample < span.end ? msAt(clock, end_sample) : null,
      })),
    onsets: [
      ...Map.groupBy(
        episodes.filter(({ start_sample }) => start_sample > span.start),
        ({ kind }) => kind,
      ),
    ].map(([kind, list]) => ({
      kind,
      ms: msAt(clock, Math.min(...list.map(({ start_sample }) => start_sample))),
      count: list.length,
    })),
    counts: countedClasses
      .map((beat) => ({ beat, count: beats === undefined ? 0 : countClass(beats, span, beat) }))
      .filter(({ count }) => count > 0),
    events: scene.events
      .filter(({ sample }) => sample >= span.start && sample < span.end)
      .map(({ kind, note, sample }) => ({ kind, note, ms: msAt(clock, sample) })),
    missing: missingShare(scene, lead, span),
    missingLead: scene.manifest.leads.length > 1 ? (scene.manifest.leads[lead]?.label ?? null) : null,
  };
}
