/**
 * Divides the height of the recording view between the scales: the trend has a fixed height, the disclosure gets more
 * lines if there is space, and the strip takes the rest, never less than its minimum.
 *
 * A user can change this by dragging the edges below trend and disclosure. Edges move by whole lines of the disclosure:
 * at the edge between trend and disclosure a line passes from one to the other, at the edge below the disclosure to the
 * strip.
 */
import type { ScalesPreference } from '@rhythmdesk/contract/people';
import { disclosureLinePx } from './renderer-disclosure.ts';
import { wedgePx } from './renderer-wedge.ts';

export type ScaleHeights = { readonly trend: number; readonly disclosure: number };

/** Tools above the strip and measurements below it; the tools are taller on touch screens. */
const barsPx = { wide: 40 + 33, phone: 53 + 33 } as const;
const headPx = 28;
/** Padding below the last line. */
const footPx = 6;
const usual = { trend: 154, lines: 9, strip: 276, smallestStrip: 220 } as const;
const phone = { trend: 122, lines: 7, strip: 250, smallestStrip: 200 } as const;
const fewestLines = 3;
/** Minimum size of a scale that a user may set. */
const least = { trend: 96, lines: 1 } as const;
/** Below this height a phone page scrolls; otherwise the strip would lose its time axis or the bar below it. */
export const phoneHeightPx = 544;

/** Returns the height of a disclosure page that is above the strip without a trend. */
export function pageHeight(totalPx: number): number {
  const room = totalPx - barsPx.wide;
  return Math.max(
    fewestLines * disclosureLinePx,
    room - Math.max(usual.smallestStrip, Math.round(room * 0.3)),
  );
}

export type HeightRoom = {
  readonly totalPx: number;
  readonly narrow: boolean;
  /** Number of lines of the whole recording: a short recording leaves the rest of the space to the strip. */
  readonly recordingLines: number;
};

function withLines(trend: number, lines: number): ScaleHeights {
  return { trend, disclosure: headPx + footPx + lines * disclosureLinePx };
}

/** Returns the height that the three scales share: the disclosure counts with its lines but without its head. */
function sharedPx({ totalPx, narrow }: HeightRoom): number {
  return totalPx - (narrow ? barsPx.phone : barsPx.wide) - 2 * wedgePx - headPx - footPx;
}

export function scaleHeights(room: HeightRoom, split?: ScalesPreference): ScaleHeights {
  if (split !== undefined && !room.narrow) return splitHeights(room, split);
  const wish = room.narrow ? phone : usual;
  const rest = sharedPx(room) - wish.trend;
  const spare = rest - wish.strip - wish.lines * disclosureLinePx;
  const lines =
    spare >= 0
      ? wish.lines + Math.floor(spare / 2 / disclosureLinePx)
      : Math.floor((rest - wish.smallestStrip) / disclosureLinePx);
  const held = Math.max(fewestLines, spare >= 0 ? lines : Math.min(wish.lines, lines));
  return withLines(wish.trend, Math.min(held, Math.max(fewestLines, room.recordingLines)));
}

/** On a screen lower than the split was made for, the disclosure shrinks before the trend does. */
function splitHeights(room: HeightRoom, { trend_px, disclosure_lines }: ScalesPreference): ScaleHeights {
  const forBoth = sharedPx(room) - usual.smallestStrip;
  const trend = Math.max(least.trend, Math.min(trend_px, forBoth - least.lines * disclosureLinePx));
  const fitting = Math.max(least.lines, Math.floor((forBoth - trend) / disclosureLinePx));
  return withLines(trend, Math.min(disclosure_lines, fitting, mostLines(room)));
}

function mostLines({ recordingLines }: HeightRoom): number {
  return Math.max(fewestLines, recordingLines);
}

export function splitOf({ trend, disclosure }: ScaleHeights): ScalesPreference {
  const lines = Math.round((disclosure - headPx - footPx) / disclosureLinePx);
  return { trend_px: Math.round(trend), disclosure_lines: lines };
}

/** The edge below a scale. */
export type ScaleEdge = 'trend' | 'disclosure';

/** Returns the minimum and maximum height of the scale above an edge, and its height now. */
export function edgeRange(
  room: HeightRoom,
  heights: ScaleHeights,
  edge: ScaleEdge,
): { readonly min: number; readonly now: number; readonly max: number } {
  const { trend_px, disclosure_lines } = splitOf(heights);
  if (edge === 'trend') {
    const up = Math.max(0, Math.floor((trend_px - least.trend) / disclosureLinePx));
    const down = disclosure_lines - least.lines;
    const now = heights.trend;
    return { min: now - up * disclosureLinePx, now, max: now + down * disclosureLinePx };
  }
  const forLines = Math.floor((sharedPx(room) - usual.smallestStrip - trend_px) / disclosureLinePx);
  const most = Math.max(disclosure_lines, Math.min(forLines, mostLines(room)));
  return {
    min: withLines(0, least.lines).disclosure,
    now: heights.disclosure,
    max: withLines(0, most).disclosure,
  };
}

/** Returns the split after the scale above an edge was set to a height, as closely as lines and limits allow. */
export function moveEdge(
  room: HeightRoom,
  heights: ScaleHeights,
  edge: ScaleEdge,
  wishPx: number,
): ScalesPreference {
  const { min, now, max } = edgeRange(room, heights, edge);
  const lines = Math.round((Math.min(max, Math.max(min, wishPx)) - now) / disclosureLinePx);
  const { trend_px, disclosure_lines } = splitOf(heights);
  if (edge === 'disclosure') return { trend_px, disclosure_lines: disclosure_lines + lines };
  return {
    trend_px: trend_px + lines * disclosureLinePx,
    disclosure_lines: Math.min(mostLines(room), disclosure_lines - lines),
  };
}
