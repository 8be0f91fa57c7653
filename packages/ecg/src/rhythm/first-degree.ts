/** Detects AV block of the first degree: PR stays long (`long-pr`) in means of successive beats. */
import type { BeatTable } from '../beats/beat-table.ts';
import { halfHz } from '../beats/lead-bands.ts';
import type { LongPr } from '../beats/long-pr.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import type { AtrialFinding } from '../signal/quality.ts';

/** Fewest means, and the seconds at most between two that belong together. */
const fewest = 3;
const joined = 180;
/** Mean PR in seconds from which it is long; PR is measured to 8 ms. */
const long = 0.22;
/** Percent from which a beat fibrillates. */
const fibrillates = 50;

export function firstDegree(beats: BeatTable, leads: readonly (readonly LongPr[])[]): AtrialFinding[] {
  const { samples, sampling_hz: hz } = beats;
  const toSample = (h: number): number => Math.round((h * hz) / halfHz);
  const found = leads
    .flatMap((list, lead) =>
      list.flatMap((one) => {
        const beat = lowerBound(samples, toSample((one.from + one.to) / 2));
        return beats.leads[beat] === lead && (beats.af[beat] ?? 0) < fibrillates ? [one] : [];
      }),
    )
    .sort((a, b) => a.from - b.from);
  const episodes: LongPr[][] = [];
  for (const one of found) {
    const last = episodes.at(-1)?.at(-1);
    if (last && one.from - last.to <= joined * halfHz) episodes.at(-1)?.push(one);
    else episodes.push([one]);
  }
  return episodes.flatMap((list): AtrialFinding[] => {
    const pr = list.reduce((sum, { pr_s }) => sum + pr_s, 0) / list.length;
    const [first, last] = [list[0], list.at(-1)];
    if (!first || !last || list.length < fewest || pr < long) return [];
    // The last averaged beat may be none of the recording's: another lead's were used, or it was a false one.
    const at = (h: number): number =>
      samples[Math.min(samples.length - 1, lowerBound(samples, toSample(h) - 0.1 * hz))] ?? 0;
    const certainty = Math.round(Math.min(90, 55 + 500 * (pr - long)));
    return [{ kind: 'avb1', start_sample: at(first.from), end_sample: at(last.to), certainty }];
  });
}
