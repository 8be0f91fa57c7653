/**
 * Lays out a saved strip as a sheet of paper: its leads below one another, each as high as its trace needs at the gain
 * of the sheet, and the mapping between sheet positions and places of the recording.
 *
 * Invariant: `placeOnSheet` of the position where a place is drawn returns that place, to within a pixel.
 */
import type { SampleSpan } from '../time/time-scale.ts';

/** Millivolts from the span's first sample on; NaN without signal. */
export type SheetSignal = {
  readonly lead: number;
  /** Filtered for display, as the report prints it. */
  readonly shown: Float32Array;
  readonly raw: Float32Array;
};
export type SheetBand = {
  readonly lead: number;
  readonly topPx: number;
  readonly bottomPx: number;
  readonly zeroPx: number;
};
export type StripSheet = {
  readonly span: SampleSpan;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly gutterPx: number;
  readonly mmPx: number;
  readonly pxPerSample: number;
  readonly pxPerMv: number;
  readonly bands: readonly SheetBand[];
};
export type SheetPlace = { readonly lead: number; readonly sample: number; readonly uv: number };

type SheetInput = {
  readonly span: SampleSpan;
  readonly sampling_hz: number;
  readonly mm_per_s: number;
  readonly mm_per_mv: number;
  readonly mmPx: number;
  readonly signals: readonly SheetSignal[];
  /** Measured heights that need space beside the trace. */
  readonly heights: readonly { readonly lead: number; readonly uv: number }[];
};

const gutterMm = 10;
const leastMm = 14;
/** Space above and below each lead; the figures of a caliper fit above. */
const aboveMm = 6;
const belowMm = 3;
/** Millivolts beyond the trace by which a lead may grow, at most. */
const reachMv = 1.5;

function reachOf(shown: Float32Array): { low: number; high: number } {
  let low = 0;
  let high = 1;
  for (const value of shown) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

export function stripSheet(input: SheetInput): StripSheet {
  const { span, sampling_hz, mm_per_s, mm_per_mv, mmPx, signals, heights } = input;
  const pxPerSample = (mm_per_s * mmPx) / sampling_hz;
  const pxPerMv = mm_per_mv * mmPx;
  let top = 0;
  const bands = signals.map(({ lead, shown }): SheetBand => {
    const trace = reachOf(shown);
    const own = heights.filter((one) => one.lead === lead).map(({ uv }) => uv / 1000);
    const high = Math.min(trace.high + reachMv, Math.max(trace.high, ...own));
    const low = Math.max(trace.low - reachMv, Math.min(trace.low, ...own));
    const tall = Math.max(leastMm * mmPx, (high - low) * pxPerMv) + (aboveMm + belowMm) * mmPx;
    const band = { lead, topPx: top, bottomPx: top + tall, zeroPx: top + aboveMm * mmPx + high * pxPerMv };
    top += tall;
    return band;
  });
  const gutterPx = gutterMm * mmPx;
  const widthPx = Math.ceil(gutterPx + (span.end - span.start) * pxPerSample);
  return { span, widthPx, heightPx: Math.ceil(top), gutterPx, mmPx, pxPerSample, pxPerMv, bands };
}

export const sheetX = ({ gutterPx, span, pxPerSample }: StripSheet, sample: number): number =>
  gutterPx + (sample - span.start) * pxPerSample;

export function bandOf({ bands }: StripSheet, lead: number): SheetBand | undefined {
  return bands.find((band) => band.lead === lead);
}

/** Returns the y position of a voltage, clamped to the band of its lead. */
export function sheetY(sheet: StripSheet, { topPx, bottomPx, zeroPx }: SheetBand, uv: number): number {
  return Math.max(topPx, Math.min(bottomPx, zeroPx - (uv / 1000) * sheet.pxPerMv));
}

/** Returns the place of the recording at a point, on the nearest lead and within the strip; null if there is none. */
export function placeOnSheet(sheet: StripSheet, x: number, y: number): SheetPlace | null {
  const { bands, span, gutterPx, pxPerSample, pxPerMv } = sheet;
  const band = bands.find(({ bottomPx }) => y < bottomPx) ?? bands.at(-1);
  if (band === undefined) return null;
  const within = Math.max(band.topPx, Math.min(band.bottomPx, y));
  const sample = Math.round(span.start + (x - gutterPx) / pxPerSample);
  return {
    lead: band.lead,
    sample: Math.max(span.start, Math.min(span.end, sample)),
    uv: Math.round(((band.zeroPx - within) / pxPerMv) * 1000),
  };
}
