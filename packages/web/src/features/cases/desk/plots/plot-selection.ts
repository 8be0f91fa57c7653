/**
 * Describes the beats that the user selected in a plot. They are identified by their samples, so later edits do not
 * shift the selection.
 */
import { oddFirst } from '@rhythmdesk/ecg/reading/beat-plots';
import { beatClassFromByte, type BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import { createStore } from '../../../../platform/store.ts';
import { firstAtOrAfter } from '../../../../trace/time/measure.ts';
import type { ReadBeats } from '../../reading/read-beats.ts';
import type { DeskView } from '../session/desk-views.ts';
import { toolState } from '../session/tool-state.ts';
import type { PlotModel } from './plot-model.ts';

export type PlotSelection = {
  /** The plot in which they were selected. */
  readonly from: string;
  /** The most unusual first. */
  readonly samples: readonly number[];
  /** Selected in the other window of the desk. */
  readonly elsewhere?: true;
};

export const plotSelectionOf = toolState(() => createStore<PlotSelection | null>(null));

/**
 * True if the selected beats are shown: beside the plots, and beside every tab with the recording if the second window
 * selected them.
 */
export const showsPlotSelection = (taken: PlotSelection | null, view: DeskView): boolean =>
  taken !== null && (view === 'plots' || (taken.elsewhere === true && view !== 'report'));

export function selectionOfBeats(
  from: string,
  beats: readonly number[],
  model: PlotModel,
): PlotSelection | null {
  if (beats.length === 0) return null;
  return { from, samples: oddFirst(beats, model.intervals).map((i) => model.samples[i] ?? 0) };
}

/** Counts the selected beats by their current class, the largest class first. */
export function classesOf(samples: readonly number[], beats: ReadBeats): [BeatClass, number][] {
  const counts = new Map<BeatClass, number>();
  for (const sample of samples) {
    const at = firstAtOrAfter(beats.sample, sample);
    if (beats.sample[at] !== sample) continue;
    const label = beatClassFromByte(beats.class[at] ?? 0) ?? 'Q';
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Returns the samples without the excluded ones. Beats that are not on the wall are kept. */
export function keptSamples(
  samples: readonly number[],
  walled: readonly string[],
  kept: ReadonlySet<string>,
): number[] {
  const out = new Set(walled.filter((key) => !kept.has(key)));
  return samples.filter((sample) => !out.has(String(sample)));
}
