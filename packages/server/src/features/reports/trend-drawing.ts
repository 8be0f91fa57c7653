/** Draws the heart rate over the whole recording with atrial fibrillation and flutter below, nights shaded and gaps grey. */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import { dayMs, hourMs } from '@rhythmdesk/domain/kit/calendar';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { paper } from './paper-colours.ts';
import { labelTimes } from './trend-times.ts';
import { mm, svgOf, svgPath, svgRect, svgText } from './svg-text.ts';

const widthMm = 180;
const leftMm = 9;
const plotMm = 26;
const laneTopMm = 28.5;
const laneMm = 2.4;
export const trendHeightMm = 37;
const nightFromH = 22;
const nightH = 8;

type Forms = {
  /** Label of a day. */
  readonly day: (atMs: number) => string;
  readonly hour: (atMs: number) => string;
};

type Axis = { readonly x: (seconds: number) => number; readonly y: (bpm: number) => number };

function axisOf({
  figures: { trend, summary },
}: ReportDocument): Axis & { readonly ticks: readonly number[] } {
  const low = Math.min(50, ...trend.map(({ hr_min }) => hr_min));
  const high = Math.max(100, ...trend.map(({ hr_max }) => hr_max));
  const from = Math.floor(low / 10) * 10;
  const to = Math.ceil(high / 10) * 10;
  const ticks = [50, 100, 150, 200, 250].filter((tick) => tick >= from && tick <= to);
  const width = widthMm - leftMm;
  return {
    ticks,
    x: (seconds) => leftMm + (seconds / Math.max(1, summary.duration_s)) * width,
    // The topmost number has room above its line.
    y: (bpm) => plotMm - ((bpm - from) / (to - from)) * (plotMm - 2),
  };
}

function nights({ recording, figures }: ReportDocument, { x }: Axis): string[] {
  const start = Date.parse(recording.start);
  const clock = zoneClock(recording.time_zone);
  const end = start + 1000 * figures.summary.duration_s;
  const parts: string[] = [];
  for (let day = Math.floor(clock.shown(start) / dayMs) - 1; day * dayMs < clock.shown(end); day++) {
    const from = clock.instant(day * dayMs + nightFromH * hourMs);
    const left = Math.max(start, from);
    const right = Math.min(end, from + nightH * hourMs);
    if (right <= left) continue;
    const at = x((left - start) / 1000);
    parts.push(svgRect(at, 0, x((right - start) / 1000) - at, plotMm, paper.night));
  }
  return parts;
}

/** Splits the trend into runs of adjacent rows; nothing is drawn over a gap. */
function runs(trend: ReportDocument['figures']['trend']) {
  const found: (typeof trend)[] = [];
  for (const row of trend) {
    const run = found.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && row.start_s < last.start_s + 1.5 * last.duration_s)
      run.push(row);
    else found.push([row]);
  }
  return found;
}

function rates({ figures: { trend } }: ReportDocument, { x, y }: Axis): string[] {
  return runs(trend).flatMap((run) => {
    const middle = run.map(({ start_s, duration_s }) => x(start_s + duration_s / 2));
    const at = (i: number, bpm: number): string => `${mm(middle[i] ?? 0)} ${mm(y(bpm))}`;
    const upper = run.map(({ hr_max }, i) => at(i, hr_max));
    const lower = run.map(({ hr_min }, i) => at(i, hr_min)).reverse();
    const mean = run.map(({ hr_mean }, i) => at(i, hr_mean));
    return [
      `<path d="M${[...upper, ...lower].join('L')}Z" fill="${paper.band}"/>`,
      svgPath(`M${mean.join('L')}`, paper.primary, 0.3),
    ];
  });
}

/** Returns the name of the lane with fibrillation and flutter, and whether flutter is in it. */
export function atrialLane(found: readonly { readonly kind: string }[]): {
  readonly name: 'AF' | 'AFL' | 'AF·AFL';
  readonly has_flutter: boolean;
} {
  const has = (one: string): boolean => found.some(({ kind }) => kind === one);
  if (!has('afl')) return { name: 'AF', has_flutter: false };
  return { name: has('af') ? 'AF·AFL' : 'AFL', has_flutter: true };
}

function lanes({ figures: { lanes: found, summary } }: ReportDocument, { x }: Axis): string[] {
  const spansOf = (kinds: readonly string[]): (readonly [number, number])[] =>
    found.filter(({ kind }) => kinds.includes(kind)).flatMap(({ spans }) => spans);
  const draw = (spans: readonly (readonly [number, number])[], top: number, height: number, fill: string) =>
    spans.map(([from, to]) => {
      const left = x(from / summary.sampling_hz);
      const width = Math.max(0.15, x(to / summary.sampling_hz) - left);
      return svgRect(left, top, width, height, fill);
    });
  return [
    svgRect(leftMm, laneTopMm, widthMm - leftMm, laneMm, paper.night),
    ...draw(spansOf(['af', 'afl']), laneTopMm, laneMm, paper.af),
    ...draw(spansOf(['no_signal', 'noise']), plotMm, 0.9, paper.gap),
  ];
}

/** Draws the times below the trend. */
function timeLabels({ recording, figures }: ReportDocument, { x }: Axis, forms: Forms): string[] {
  const { times, isLong } = labelTimes({ ...recording, duration_s: figures.summary.duration_s });
  return times.flatMap((at) => {
    const left = x((at - Date.parse(recording.start)) / 1000);
    const tick = svgPath(`M${mm(left)} 31.5V32.7`, paper.soft, 0.15);
    if (left > widthMm - 10) return [tick];
    const label = isLong ? forms.day(at) : forms.hour(at);
    return [tick, svgText(left + 0.8, 35, label, { size: 2.6, fill: paper.soft })];
  });
}

export function drawTrend(document: ReportDocument, forms: Forms): string {
  const axis = axisOf(document);
  const rules = axis.ticks.flatMap((tick) => [
    svgPath(`M${String(leftMm)} ${mm(axis.y(tick))}H${String(widthMm)}`, paper.line, 0.12),
    svgText(leftMm - 1.5, axis.y(tick) + 0.9, String(tick), { size: 2.6, fill: paper.soft, anchor: 'end' }),
  ]);
  const { name } = atrialLane(document.figures.lanes.filter(({ spans }) => spans.length > 0));
  const size = name.length > 3 ? 1.9 : 2.6;
  return svgOf(widthMm, trendHeightMm, [
    ...nights(document, axis),
    ...rules,
    ...rates(document, axis),
    ...lanes(document, axis),
    svgText(leftMm - 1.5, laneTopMm + 2, name, { size, fill: paper.af, anchor: 'end', weight: 'bold' }),
    ...timeLabels(document, axis, forms),
  ]);
}
