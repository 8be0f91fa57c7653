/** Computes the sizes of the three scales on the screen and the values derived from them. */
import { pageLinesIn } from '../paint/disclosure-picture.ts';
import type { DisclosureSize } from '../paint/disclosure-picture.ts';
import type { Surface } from '../paint/drawing-context.ts';
import { disclosureLinePx } from '../paint/renderer-disclosure.ts';
import { paperMm } from '../time/time-scale.ts';
import type { RecordingClock } from '../time/time-scale.ts';
import type { Frame, View } from '../time/view.ts';

export type Sizes = {
  readonly trend: Surface;
  readonly disclosure: Surface;
  readonly strip: Surface;
  /** Below 768 px: 15 s per line, no gutter. */
  readonly narrow: boolean;
  /** Duration of a line of the disclosure page. */
  readonly lineMs: number;
  /** Number of lines of a page that fills its space; null: as many lines of the usual height as fit. */
  readonly pageLines: number | null;
  /** Height of the lane above the paper of the strip. */
  readonly lanePx: number;
  /** Measured device pixels per millimetre, or null. */
  readonly calibration: number | null;
};

const nothing: Surface = { widthPx: 0, heightPx: 0, dpr: 1 };
export const firstSizes: Sizes = {
  trend: nothing,
  disclosure: nothing,
  strip: nothing,
  narrow: false,
  lineMs: 60_000,
  pageLines: null,
  lanePx: 0,
  calibration: null,
};

export const plotLeftPx = (narrow: boolean): number => (narrow ? 60 : 64);
/** Space for the figures at the right of trend and disclosure. */
const plotRightPx = (narrow: boolean): number => (narrow ? 58 : 73);

export function plotWidthPx(surface: Surface, narrow: boolean): number {
  return Math.max(1, surface.widthPx - plotLeftPx(narrow) - plotRightPx(narrow));
}

export function isSized({ trend, disclosure, strip, pageLines }: Sizes, { alone }: View): boolean {
  const scales = pageLines === null ? [trend, disclosure, strip] : [disclosure, strip];
  return (alone ? [strip] : scales).every(({ widthPx }) => widthPx > 0);
}

export function frameOf(clock: RecordingClock, sizes: Sizes): Frame {
  const { strip, disclosure, narrow, lineMs, calibration } = sizes;
  return {
    clock,
    lineMs,
    pageLines: sizes.pageLines ?? pageLinesIn(disclosure.heightPx),
    paged: sizes.pageLines !== null,
    paperPx: Math.max(1, strip.widthPx - (narrow ? 0 : 64)),
    stripPx: strip.heightPx,
    lanePx: sizes.lanePx,
    mmPx: paperMm(calibration, strip.dpr),
  };
}

export function pageSizeOf(frame: Frame, sizes: Sizes): DisclosureSize {
  return {
    surface: sizes.disclosure,
    plotLeftPx: plotLeftPx(sizes.narrow),
    plotWidthPx: plotWidthPx(sizes.disclosure, sizes.narrow),
    lineMs: frame.lineMs,
    pageLines: frame.pageLines,
    linePx:
      sizes.pageLines === null
        ? disclosureLinePx
        : Math.max(1, Math.floor(sizes.disclosure.heightPx / sizes.pageLines)),
    mmPx: frame.mmPx,
  };
}
