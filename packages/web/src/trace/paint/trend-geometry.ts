/** Defines what the trend of the whole recording shows, and where each part is on the picture. */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { Surface } from './drawing-context.ts';
import type { RatePlot } from './renderer-heart-rate.ts';
import type { PinMark } from './renderer-pins.ts';
import type { MarkToken, Places } from '../signal/findings.ts';
import type { Episode } from '../signal/reading.ts';
import type { TrendColumns } from '../signal/trend-columns.ts';
import type { SampleSpan } from '../time/time-scale.ts';

export type TrendEvent = {
  readonly sample: number;
  readonly kind: 'button' | 'diary';
  /** What the patient said; may be empty. */
  readonly note: string;
};

/** A lane as bars of its places or, where bars would merge, as the filled share of each column. */
export type Lane = { readonly name: string; readonly token: MarkToken } & (
  | { readonly places: Places; readonly density: null }
  | { readonly places: null; readonly density: Float32Array }
);

export type Crowd = { readonly density: Float32Array; readonly gravest: readonly (RhythmKey | undefined)[] };

/** What readers have reviewed: the reader's own stretches and those of others. */
export type SeenLane = {
  readonly label: string;
  readonly own: readonly SampleSpan[];
  readonly others: readonly SampleSpan[];
};

export type TrendPicture = {
  readonly surface: Surface;
  readonly plotLeftPx: number;
  readonly plotWidthPx: number;
  readonly span: SampleSpan;
  readonly columns: TrendColumns;
  readonly lowBpm: number;
  readonly highBpm: number;
  readonly tickBpm: readonly number[];
  readonly nights: readonly SampleSpan[];
  readonly gaps: readonly SampleSpan[];
  /** Atrial fibrillation; null if only the device's hourly share is known. */
  readonly af: Lane | null;
  /** The selected kind; null: its lane shows all episodes. */
  readonly read: Lane | null;
  /** All episodes except fibrillation, the most severe last; null where bars would merge. */
  readonly episodes: readonly Episode[] | null;
  /**
   * Used instead of `episodes`: how many begin in each column relative to the fullest one, and the most severe of them.
   */
  readonly crowd: Crowd | null;
  /** Null where the reviewed stretches are not shown. */
  readonly seen: SeenLane | null;
  readonly events: readonly TrendEvent[];
  readonly pins: readonly PinMark[];
  readonly marks: readonly { readonly sample: number; readonly label: string }[];
  /** The disclosure page; null if there is none. */
  readonly lens: SampleSpan | null;
  readonly labels: { readonly af: string; readonly events: string };
  /** Maximum, mean and minimum of the whole recording, as text. */
  readonly figures: readonly { readonly bpm: number; readonly value: string; readonly name: string }[];
};

const plotTopPx = 6;
export const laneHeightPx = 10;
const laneGapPx = 3;
const axisPx = 20;

export type TrendGeometry = {
  readonly xOf: (sample: number) => number;
  readonly plot: RatePlot;
  readonly afTop: number;
  readonly eventsTop: number;
  /** Top of the lane of reviewed stretches; the bottom of the lanes if there is none. */
  readonly seenTop: number;
  readonly lanesBottom: number;
};

export function trendGeometry(picture: TrendPicture): TrendGeometry {
  const { surface, plotLeftPx, plotWidthPx, span } = picture;
  const lanesBottom = surface.heightPx - axisPx;
  const seenTop = picture.seen === null ? lanesBottom : lanesBottom - laneHeightPx;
  const eventsTop = (picture.seen === null ? seenTop : seenTop - laneGapPx) - laneHeightPx;
  const afTop = eventsTop - laneGapPx - laneHeightPx;
  return {
    xOf: (sample) => plotLeftPx + ((sample - span.start) / (span.end - span.start)) * plotWidthPx,
    plot: {
      leftPx: plotLeftPx,
      columnPx: plotWidthPx / picture.columns.min.length,
      topPx: plotTopPx,
      bottomPx: afTop - 5,
      lowBpm: picture.lowBpm,
      highBpm: picture.highBpm,
      meanWidthPx: 1.5,
    },
    afTop,
    eventsTop,
    seenTop,
    lanesBottom,
  };
}
