/** The beats that a hand took out of a plot: named by their samples, so that edits made meanwhile move none of them. */
import { oddFirst } from '@rhythmdesk/ecg/reading/beat-plots';
import { beatClassFromByte, type BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import { createStore } from '../../../../platform/store.ts';
import { firstAtOrAfter } from '../../../../trace/time/measure.ts';
import type { ReadBeats } from '../../reading/read-beats.ts';
import type { DeskView } from '../session/desk-views.ts';
import { toolState } from '../session/tool-state.ts';
import type { PlotModel } from './plot-model.ts';

export type PlotSelection = {
  /** Which plot it was taken from. */
  readonly from: string;
  /** The oddest first. */
  readonly samples: readonly number[];
  /** Taken in the other window of the desk. */
  readonly elsewhere?: true;
};

export const plotSelectionOf = toolState(() => createStore<PlotSelection | null>(null));

/** Beats of a plot stand beside the plots, and, where the second window took them, beside every tab of the recording. */
export const standsTaken = (taken: PlotSelection | null, view: DeskView): boolean =>
  taken !== null && (view === 'plots' || (taken.elsewhere === true && view !== 'report'));

export function selectionOfBeats(
  from: string,
  beats: readonly number[],
  model: PlotModel,
): PlotSelection | null {
  if (beats.length === 0) return null;
  return { from, samples: oddFirst(beats, model.intervals).map((i) => model.samples[i] ?? 0) };
}

/** How many of them bear each name now, the most first. */
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

/** Those that were not taken out of the wall; what lies behind the wall is kept. */
export function keptSamples(
  samples: readonly number[],
  walled: readonly string[],
  kept: ReadonlySet<string>,
): number[] {
  const out = new Set(walled.filter((key) => !kept.has(key)));
  return samples.filter((sample) => !out.has(String(sample)));
}
