/** Computes what the full-disclosure page shows from the view. The columns of each line are cached. */
import { fittingGain } from '../time/lead-layout.ts';
import { pickLevel } from '@rhythmdesk/ecg/pyramid/layout';
import { eventReachS } from '@rhythmdesk/ecg/report/event-reach';
import { createMemo } from './memo.ts';
import type { Surface } from './drawing-context.ts';
import { colouredStretches, countClass, isDrawn, meanRate } from '../signal/reading.ts';
import { disclosureLinePx } from './renderer-disclosure.ts';
import type { DisclosureLine, DisclosurePicture } from './renderer-disclosure.ts';
import type { Scene } from './scene.ts';
import { isComplete, readSignal } from '../signal/signal-reader.ts';
import { foldColumns } from '../signal/signal.ts';
import type { Columns } from '../signal/signal.ts';
import { disclosureLines, lineOf, lineSpan, lineStartMs } from '../time/time-scale.ts';
import type { SampleSpan } from '../time/time-scale.ts';
import type { View } from '../time/view.ts';

export type DisclosureSize = {
  readonly surface: Surface;
  readonly plotLeftPx: number;
  readonly plotWidthPx: number;
  readonly lineMs: number;
  readonly pageLines: number;
  readonly linePx: number;
  readonly mmPx: number;
};

const keptLines = 240;
/** Lines need no margins: the tip of a tall beat may be cut off. */
const spareMm = 2;
const noColumns: Columns = { min: new Float32Array(0), max: new Float32Array(0) };

/** Columns of whole lines, cached once every tile of the line has arrived. */
export type LineColumns = (
  scene: Scene,
  lead: number,
  level: number,
  span: SampleSpan,
  count: number,
) => Columns;

export function createLineColumns(): LineColumns {
  const kept = new Map<string, Columns>();
  return (scene, lead, level, span, count) => {
    const name = `${lead}/${level}/${span.start}-${span.end}/${count}`;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const columns = foldColumns(readSignal(scene.source, lead, level, span), span, count);
    if (isComplete(scene.source, lead, level, span)) {
      kept.set(name, columns);
      const oldest = kept.keys().next();
      if (kept.size > keptLines && oldest.done !== true) kept.delete(oldest.value);
    }
    return columns;
  };
}

export function pageLinesIn(heightPx: number): number {
  return Math.max(1, Math.floor(heightPx / disclosureLinePx));
}

/** Returns the lead that the disclosure shows: the chosen one, else the first of the strip's. */
export function disclosureLead(view: View): number {
  return view.disclosure ?? view.leads[0] ?? 0;
}

const disclosureGains = [1, 2.5, 5, 10, 20] as const;

/** From this line length on, beats are so close together that a tall one would hide the lines around it. */
const denseMs = 300_000;

/**
 * Returns the largest gain at which the usual beats of the lead fit on a line. It is computed; the user cannot choose
 * it.
 */
export function disclosureGain(
  scene: Scene,
  lead: number,
  { mmPx, lineMs, linePx }: Pick<DisclosureSize, 'mmPx' | 'lineMs' | 'linePx'>,
): number {
  const spare = (lineMs < denseMs ? 2 : 1) * spareMm * mmPx;
  const paper = { heightPx: linePx + spare, mmPx };
  return fittingGain(disclosureGains, [[lead]], scene.extentOf, paper);
}

export function disclosureLevel(scene: Scene, size: DisclosureSize): number {
  const samples = (size.lineMs * scene.clock.sampling_hz) / 1000;
  return pickLevel(samples / (size.plotWidthPx * size.surface.dpr), scene.clock.samples);
}

/** Returns the samples of the page, used to fetch their tiles. */
export function pageSpan(scene: Scene, view: View, size: DisclosureSize): SampleSpan {
  const lines = disclosureLines(scene.clock, size.lineMs);
  return {
    start: lineSpan(scene.clock, lines, view.top).start,
    end: lineSpan(scene.clock, lines, view.top + size.pageLines - 1).end,
  };
}

const eventsNear = ({ events, clock }: Scene, span: SampleSpan): Scene['events'] =>
  events.filter(({ sample }) => {
    const reach = eventReachS * clock.sampling_hz;
    return sample + reach > span.start && sample - reach < span.end;
  });

function lineOfPage(
  scene: Scene,
  view: View,
  size: DisclosureSize,
  columnsOf: LineColumns,
  index: number,
): DisclosureLine {
  const lines = disclosureLines(scene.clock, size.lineMs);
  const span = lineSpan(scene.clock, lines, index);
  const lead = disclosureLead(view);
  const level = disclosureLevel(scene, size);
  const count = Math.max(1, Math.round(size.plotWidthPx * size.surface.dpr));
  const sparse = span.end - span.start < 2 * count;
  const startMs = lineStartMs(lines, index);
  const ventricular = scene.beats === undefined ? 0 : countClass(scene.beats, span, 'V');
  const rate = scene.beats === undefined ? null : meanRate(scene.beats, scene.clock.sampling_hz, span);
  return {
    span,
    timeLabel: size.lineMs < 60_000 ? scene.wall.second(startMs) : scene.wall.minute(startMs),
    current: index === lineOf(scene.clock, lines, view.start),
    columns: sparse ? noColumns : columnsOf(scene, lead, level, span, count),
    runs: sparse ? readSignal(scene.source, lead, 0, span).raw : [],
    gaps: scene.gapsOf(lead).filter((gap) => gap.start < span.end && gap.end > span.start),
    stretches: colouredStretches(scene.beats, scene.clock.sampling_hz, span),
    episodes: scene.episodesIn(span).filter(isDrawn),
    events: eventsNear(scene, span),
    ventricularLabel: ventricular > 0 ? String(ventricular) : '',
    rateLabel: rate === null ? '' : String(Math.round(rate)),
  };
}

/**
 * Returns the number of vertical guides of a line: one every five or ten seconds on a short line, one every minute on a
 * long one.
 */
function guidesOf(lineMs: number): number {
  if (lineMs > 60_000) return lineMs / 60_000;
  if (lineMs === 60_000) return 6;
  return lineMs <= 15_000 ? lineMs / 5000 : 3;
}

/** Returns the page without the parts that move over it: the strip's window and the selection. */
function pagePicture(
  scene: Scene,
  view: View,
  size: DisclosureSize,
  columnsOf: LineColumns,
): DisclosurePicture {
  const all = disclosureLines(scene.clock, size.lineMs).count;
  const count = Math.max(0, Math.min(size.pageLines, all - view.top));
  return {
    surface: size.surface,
    plotLeftPx: size.plotLeftPx,
    plotWidthPx: size.plotWidthPx,
    lines: Array.from({ length: count }, (_, i) => lineOfPage(scene, view, size, columnsOf, view.top + i)),
    lens: { start: 0, end: 0 },
    eventReach: eventReachS * scene.clock.sampling_hz,
    linePx: size.linePx,
    selected: null,
    recording: { start: 0, end: scene.clock.samples },
    gain: disclosureGain(scene, disclosureLead(view), size),
    restMv: scene.extentOf(disclosureLead(view)).restMv,
    inverted: view.inverted,
    mmPx: size.mmPx,
    guides: guidesOf(size.lineMs),
  };
}

/** `arrived` counts the tiles that have arrived. */
export type DisclosurePages = (
  scene: Scene,
  view: View,
  size: DisclosureSize,
  arrived: number,
) => DisclosurePicture;

/** Caches the last page: while the strip moves within a line, only its window changes. */
export function createDisclosurePages(): DisclosurePages {
  const kept = createMemo<DisclosurePicture>();
  const columnsOf = createLineColumns();
  return (scene, view, size, arrived) => {
    const line = lineOf(scene.clock, disclosureLines(scene.clock, size.lineMs), view.start);
    const { surface, ...measures } = size;
    const { widthPx, heightPx, dpr } = surface;
    const ofView = [view.top, disclosureLead(view), view.inverted, line];
    const of = [scene, arrived, widthPx, heightPx, dpr, ...Object.values(measures), ...ofView];
    return kept(of, () => pagePicture(scene, view, size, columnsOf));
  };
}
