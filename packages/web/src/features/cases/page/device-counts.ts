/**
 * Sums the device's own count of a recording (SummaryData.csv) over its hours. Nothing is recomputed: shares are of the
 * analysed time or of the beats that the device counted; an hour without a figure adds nothing, and a device that
 * analysed nothing counted nothing.
 */
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';

export type DeviceCounts = {
  readonly beats: number;
  readonly ve: number;
  readonly sve: number;
  readonly pauses: number;
  readonly longest_rr_ms: number | null;
  /** Share of the analysed time, 0 to 1. */
  readonly af_share: number;
  readonly hr_min: number | null;
  /** Weighted by the analysed time of each hour. */
  readonly hr_mean: number | null;
  readonly hr_max: number | null;
};

type Hour = RecordingManifest['hours'][number];

const sum = (hours: readonly Hour[], of: (hour: Hour) => number): number =>
  hours.reduce((total, hour) => total + of(hour), 0);

function outermost(
  hours: readonly Hour[],
  of: (hour: Hour) => number | null,
  pick: (...values: number[]) => number,
) {
  const known = hours.map(of).filter((value) => value !== null);
  return known.length === 0 ? null : pick(...known);
}

export function deviceCounts(hours: readonly Hour[]): DeviceCounts | null {
  const analysed_s = sum(hours, (hour) => hour.analysed_s);
  if (analysed_s <= 0) return null;
  const rated = hours.filter((hour) => hour.hr_mean !== null && hour.analysed_s > 0);
  const rated_s = sum(rated, (hour) => hour.analysed_s);
  return {
    beats: sum(hours, (hour) => hour.beats),
    ve: sum(hours, (hour) => hour.ve),
    sve: sum(hours, (hour) => hour.sve),
    pauses: sum(hours, (hour) => hour.pauses),
    longest_rr_ms: outermost(hours, (hour) => hour.longest_rr_ms, Math.max),
    af_share: sum(hours, (hour) => hour.af_s) / analysed_s,
    hr_min: outermost(hours, (hour) => hour.hr_min, Math.min),
    hr_mean: rated_s > 0 ? sum(rated, (hour) => (hour.hr_mean ?? 0) * hour.analysed_s) / rated_s : null,
    hr_max: outermost(hours, (hour) => hour.hr_max, Math.max),
  };
}
