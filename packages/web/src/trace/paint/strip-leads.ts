/** Computes the leads of the strip, each with its signal and its own window of the paper. */
import { fittingGain, layOutRows, withoutOffset } from '../time/lead-layout.ts';
import type { LeadBand, LeadExtent } from '../time/lead-layout.ts';
import { leadRows } from '../time/strip-layout.ts';
import type { LeadRow } from '../time/strip-layout.ts';
import { paperGains } from '../time/time-scale.ts';
import type { PaperGain, SampleSpan, TimeScale } from '../time/time-scale.ts';
import type { Frame, Layout, View } from '../time/view.ts';
import { gapsOf } from '../signal/signal.ts';
import type { Signal } from '../signal/signal.ts';
import { snap } from './drawing-context.ts';
import { beatRailPx } from './renderer-beats.ts';
import type { Box } from './renderer-hatch.ts';
import type { Scene } from './scene.ts';

export type StripLead = {
  readonly band: LeadBand;
  /** The lead's window from left to right. */
  readonly fromPx: number;
  readonly toPx: number;
  readonly label: string;
  readonly signal: Signal;
  readonly gaps: readonly SampleSpan[];
};

export const timeRailPx = 20;
/** Height of the lane between beat rail and paper for the selected episode and the patient's events. */
export const stripLanePx = 20;

/** Height of the beat rail, which is shown once the recording is analysed. */
export const railOf = ({ beats, episodes }: Pick<Scene, 'beats' | 'episodes'>): number =>
  beats !== undefined || episodes.length > 0 ? beatRailPx : 0;

/** Returns rows of leads from top to bottom, the rhythm strip last. */
function rowsOf(view: Pick<Layout, 'leads' | 'columns' | 'rhythm'>): LeadRow[] {
  const rows = leadRows(view.leads, view.columns);
  const inColumns = rows.some((row) => row.length > 1);
  return inColumns && view.rhythm !== null ? [...rows, [view.rhythm]] : rows;
}

/** Returns every lead whose signal the strip draws. */
export function drawnLeads(view: View): number[] {
  return [...new Set(rowsOf(view).flat())];
}

type LeadsGeometry = {
  readonly paper: Box;
  readonly gutterPx: number;
  readonly mmPx: number;
  readonly dpr: number;
  readonly scale: TimeScale;
  readonly span: SampleSpan;
};

/** Includes two more samples on each side, so that the line reaches the edges of the window. */
function windowSpan({ scale, span }: LeadsGeometry, fromPx: number, toPx: number): SampleSpan {
  const at = (px: number): number => scale.originSample + (px - scale.originPx) / scale.pxPerSample;
  return {
    start: Math.max(span.start, Math.floor(at(fromPx)) - 2),
    end: Math.min(span.end, Math.ceil(at(toPx)) + 3),
  };
}

/** Returns the range of the samples of each lead, without the electrode offset if the filter removes it. */
function extentsOf(scene: Scene, view: View): (lead: number) => LeadExtent {
  return view.filter === 'band' ? (lead) => withoutOffset(scene.extentOf(lead)) : scene.extentOf;
}

export function stripLeads(scene: Scene, view: View, place: LeadsGeometry): StripLead[] {
  const { paper, gutterPx, mmPx, dpr } = place;
  const { gain, inverted } = view;
  const paperSize = { heightPx: paper.height, mmPx, gain, inverted };
  const rows = layOutRows(rowsOf(view), extentsOf(scene, view), paperSize);
  const columns = Math.max(...rows.map((row) => row.length));
  const left = paper.x + gutterPx;
  const width = paper.width - gutterPx;
  const edge = (column: number): number => snap(left + (column * width) / columns, dpr);
  return rows.flatMap((row) =>
    row.map((band, column) => {
      const isWhole = row.length === 1;
      const fromPx = isWhole ? left : edge(column);
      const toPx = isWhole ? paper.x + paper.width : edge(column + 1);
      const span = windowSpan(place, fromPx, toPx);
      const signal = scene.filtered(band.lead, span, view.filter);
      const label = scene.manifest.leads[band.lead]?.label ?? '';
      return { band, fromPx, toPx, label, signal, gaps: gapsOf(signal.raw, span) };
    }),
  );
}

const [smallest, ...larger] = paperGains;

/** Returns the largest gain, up to the wished one, at which the rows of a layout fit on a strip of this height. */
export function gainFor(
  layout: Layout,
  extentOf: (lead: number) => LeadExtent,
  { stripPx, lanePx, mmPx }: Pick<Frame, 'stripPx' | 'lanePx' | 'mmPx'>,
): PaperGain {
  const gains = larger.filter((gain) => gain <= layout.gain);
  const heightPx = stripPx - beatRailPx - lanePx - timeRailPx;
  return fittingGain<PaperGain>([smallest, ...gains], rowsOf(layout), extentOf, { heightPx, mmPx });
}
