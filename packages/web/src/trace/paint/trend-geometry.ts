/** What the trend of the whole recording shows, and where on its picture it stands. */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { Surface } from './pen.ts';
import type { RatePlot } from './renderer-heart-rate.ts';
import type { PinMark } from './renderer-pins.ts';
import type { MarkToken, Places } from '../signal/findings.ts';
import type { Episode } from '../signal/reading.ts';
import type { TrendColumns } from '../signal/trend-columns.ts';
import type { SampleSpan } from '../time/time-scale.ts';

export type TrendEvent = { readonly sample: number; readonly kind: 'button' | 'diary' };

/** A lane as bars of its places or, where they would run into one, as how full each column is. */
export type Lane = { readonly name: string; readonly token: MarkToken } & (
  | { readonly places: Places; readonly density: null }
  | { readonly places: null; readonly density: Float32Array }
);

export type Crowd = { readonly density: Float32Array; readonly gravest: readonly (RhythmKey | undefined)[] };

/** What readers had before them, as the reader's own stretches and those of others. */
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
  /** Atrial fibrillation; null where only the device's hourly share is known. */
  readonly af: Lane | null;
  /** The kind that is read; null: all episodes stand in its lane. */
  readonly read: Lane | null;
  /** All but fibrillation, the gravest last; null where bars would run into one. */
  readonly episodes: readonly Episode[] | null;
  /** Then how many begin in each column beside the fullest, and the gravest of them. */
  readonly crowd: Crowd | null;
  /** Null where nobody asks what was looked at. */
  readonly seen: SeenLane | null;
  readonly events: readonly TrendEvent[];
  readonly pins: readonly PinMark[];
  readonly marks: readonly { readonly sample: number; readonly label: string }[];
  /** The disclosure page; null where there is none. */
  readonly lens: SampleSpan | null;
  readonly labels: { readonly af: string; readonly events: string };
  /** Maximum, mean and minimum of the whole recording, worded. */
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
  /** Of the lane of what was seen; as the bottom of the lanes where there is none. */
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
