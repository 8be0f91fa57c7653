// Computes the device's hourly count (SummaryData.csv) from the truth of a synthetic recording.

import type { SummaryRow } from '../formats/summary-csv.ts';
import { uncountedHours } from '../formats/summary-csv.ts';
import type { BeatClass } from '../labels/beat-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';

const HOUR_MS = 3_600_000;
const PAUSE_MS = 2000;
/** A longer distance is lost contact, not a pause. */
const LONGEST_RR_MS = 8000;

type Hour = { -readonly [Key in keyof SummaryRow]: SummaryRow[Key] };

export interface DeviceClock {
  readonly start_ms: number;
  readonly sampling_hz: number;
  /** Samples of one lead. */
  readonly samples: number;
}

/** Counts beats and episodes reported by a generator, in clock hours of UTC. Memory use is one row per hour. */
export class DeviceSummary {
  private readonly clock: DeviceClock;
  private readonly hours: Hour[] = [];
  private readonly intervals: { sum: number; count: number }[] = [];
  private lastSample = Number.NEGATIVE_INFINITY;

  constructor(clock: DeviceClock) {
    this.clock = clock;
    for (const row of uncountedHours(clock.start_ms, (clock.samples / clock.sampling_hz) * 1000)) {
      this.hours.push({ ...row, analysed_s: row.duration_s });
      this.intervals.push({ sum: 0, count: 0 });
    }
  }

  beat(sample: number, beatClass: BeatClass): void {
    const at = this.hourOf(sample);
    const hour = this.hours[at];
    const intervals = this.intervals[at];
    if (hour === undefined || intervals === undefined) return;
    hour.beats++;
    if (beatClass === 'S') hour.sve++;
    if (beatClass === 'V') hour.ve++;
    const rrMs = ((sample - this.lastSample) * 1000) / this.clock.sampling_hz;
    this.lastSample = sample;
    if (rrMs > LONGEST_RR_MS) return;
    if (rrMs >= PAUSE_MS) hour.pauses++;
    hour.longest_rr_ms = Math.max(hour.longest_rr_ms, Math.round(rrMs));
    intervals.sum += rrMs;
    intervals.count++;
    const rate = round1(60_000 / rrMs);
    hour.hr_min = hour.hr_min === 0 ? rate : Math.min(hour.hr_min, rate);
    hour.hr_max = Math.max(hour.hr_max, rate);
  }

  episode(key: RhythmKey, start: number, end: number): void {
    const { start_ms: startMs, sampling_hz: hz } = this.clock;
    for (const hour of this.hours) {
      const hourStart = ((hour.hour_start_ms - startMs) / 1000) * hz;
      const shared = Math.min(end, hourStart + hour.duration_s * hz) - Math.max(start, hourStart);
      if (shared <= 0) continue;
      if (key === 'af') hour.af_s += shared / hz;
      if (key === 'noise') hour.noise_s += shared / hz;
      if (key === 'noise' || key === 'no_signal')
        hour.analysed_s = Math.max(0, hour.analysed_s - shared / hz);
    }
  }

  /** Returns the rows, after everything was reported. Rates are per RR interval, 0 in an hour without two beats. */
  rows(): SummaryRow[] {
    return this.hours.map((hour, i) => {
      const { sum, count } = this.intervals[i] ?? { sum: 0, count: 0 };
      return {
        ...hour,
        hr_mean: count === 0 ? 0 : round1((60_000 * count) / sum),
        analysed_s: round1(hour.analysed_s),
        af_s: round1(hour.af_s),
        noise_s: round1(hour.noise_s),
      };
    });
  }

  private hourOf(sample: number): number {
    const { start_ms: startMs, sampling_hz: hz } = this.clock;
    const atMs = startMs + (sample * 1000) / hz;
    return Math.floor(atMs / HOUR_MS) - Math.floor(startMs / HOUR_MS);
  }
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
