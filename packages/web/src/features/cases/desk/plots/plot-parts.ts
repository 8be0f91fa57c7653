/** Defines what the plots share: ticks, heights, and the selection of beats by pointer. */
import {
  beatsInArea,
  beatsInLine,
  type PlotArea,
  type PlotPlace,
  type PlotPoints,
} from '@rhythmdesk/ecg/reading/beat-plots';
import { useStored } from '../../../../platform/use-stored.ts';
import type { PlotFrameProps, PlotTool } from './plot-frame.tsx';
import type { plotAreas } from './plot-areas.ts';
import { isShown, type PlotClass, type PlotModel } from './plot-model.ts';
import { plotSelectionOf, selectionOfBeats } from './plot-selection.ts';
import type { Desk } from '../session/use-desk.ts';

export const ticks = (values: readonly number[], text: (value: number) => string = String) =>
  values.map((value) => ({ value, text: text(value) }));
export const heights = { day: 96, poincare: 400, small: 120, coupling: 62 } as const;

type Drawn = {
  /** The plot in which beats are selected. */
  readonly from: string;
  readonly area: PlotArea;
  readonly points: PlotPoints;
  readonly first?: number;
};

export type PlotProps = {
  readonly desk: Desk;
  readonly model: PlotModel;
  readonly areas: ReturnType<typeof plotAreas>;
  readonly tool: PlotTool;
  readonly shown: PlotClass;
};

/** Returns the handlers that select beats on a plot of these points; `first` is the index of their first beat. */
export function useHand({ desk, model, shown }: PlotProps, { from, area, points, first = 0 }: Drawn) {
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
    onLine: (line: readonly PlotPlace[]) => keep(beatsInLine(points, line, area, taken)),
    onArea: (within: PlotArea) => keep(beatsInArea(points, within, taken)),
  } satisfies Partial<PlotFrameProps>;
}
