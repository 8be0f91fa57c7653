/** Defines what the plots share: axes, heights, and the selection of beats by pointer. */
import {
  beatsInArea,
  beatsInLine,
  type PlotArea,
  type PlotPlace,
  type PlotPoints,
} from '@rhythmdesk/ecg/reading/beat-plots';
import { useStored } from '../../../../platform/use-stored.ts';
import type { PlotFrameProps, PlotTool } from './plot-frame.tsx';
import { couplingRows, isShown, type PlotClass, type PlotModel } from './plot-model.ts';
import { plotSelectionOf, selectionOfBeats } from './plot-selection.ts';
import type { Desk } from '../session/use-desk.ts';

const area = (x0: number, x1: number, y0: number, y1: number): PlotArea => ({
  x: { from: x0, to: x1 },
  y: { from: y0, to: y1 },
});
export const areas = {
  day: area(0, 24, 0, 2),
  poincare: area(200, 2000, 200, 2000),
  rr: area(200, 2000, 0, 1),
  rate: area(30, 200, 0, 1),
  coupling: area(200, 2000, 0, couplingRows.length),
} as const;
export const ticks = (values: readonly number[], text: (value: number) => string = String) =>
  values.map((value) => ({ value, text: text(value) }));
export const msTicks = [400, 800, 1200, 1600];
export const heights = { day: 104, poincare: 212, small: 42 } as const;

export type PlotProps = {
  readonly desk: Desk;
  readonly model: PlotModel;
  readonly tool: PlotTool;
  readonly shown: PlotClass;
};

/** Returns the handlers that select beats on a plot of these points; `first` is the index of their first beat. */
export function useHand({ desk, model, shown }: PlotProps, from: string, points: PlotPoints, first = 0) {
  const selection = plotSelectionOf(desk);
  const selected = useStored(selection, (held) => held?.from ?? null);
  const taken = (i: number): boolean => isShown(model.colours[first + i] ?? 0, shown);
  const keep = (beats: readonly number[]): void =>
    selection.set(
      selectionOfBeats(
        from,
        beats.map((i) => first + i),
        model,
      ),
    );
  return {
    isOwn: selected === from,
    onLine: (line: readonly PlotPlace[]) =>
      keep(beatsInLine(points, line, from === 'poincare' ? areas.poincare : areas.coupling, taken)),
    onArea: (within: PlotArea) => keep(beatsInArea(points, within, taken)),
  } satisfies Partial<PlotFrameProps>;
}
