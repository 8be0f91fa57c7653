/**
 * How the height of the recording is shared: the trend keeps its own, the disclosure gains lines where there is
 * room, the strip takes all that is left and never less than its smallest.
 */
import { disclosureLinePx } from './renderer-disclosure.ts';
import { wedgePx } from './renderer-wedge.ts';

export type ScaleHeights = { readonly trend: number; readonly disclosure: number };

/** Tools above and measurements below the strip; a finger's tools are taller. */
const barsPx = { wide: 40 + 33, phone: 53 + 33 } as const;
const headPx = 28;
/** Under the last line. */
const footPx = 6;
const usual = { trend: 154, lines: 9, strip: 276, smallestStrip: 220 } as const;
const phone = { trend: 122, lines: 7, strip: 250, smallestStrip: 200 } as const;
const fewestLines = 3;
/** Below this a phone scrolls: the strip would lose its time axis or the bar below it. */
export const phoneHeightPx = 544;

/** @param recordingLines lines that the whole recording has: a short one leaves its room to the strip */
export function scaleHeights(totalPx: number, narrow: boolean, recordingLines: number): ScaleHeights {
  const wish = narrow ? phone : usual;
  const rest = totalPx - (narrow ? barsPx.phone : barsPx.wide) - 2 * wedgePx - wish.trend - headPx - footPx;
  const spare = rest - wish.strip - wish.lines * disclosureLinePx;
  const lines =
    spare >= 0
      ? wish.lines + Math.floor(spare / 2 / disclosureLinePx)
      : Math.floor((rest - wish.smallestStrip) / disclosureLinePx);
  const room = Math.max(fewestLines, spare >= 0 ? lines : Math.min(wish.lines, lines));
  const held = Math.min(room, Math.max(fewestLines, recordingLines));
  return { trend: wish.trend, disclosure: headPx + footPx + held * disclosureLinePx };
}
