/** Makes the edits of the selected strips: order, fields and marks. Each change is one step that one undo reverts. */
import type { ReadingEdit, StripMark } from '@rhythmdesk/ecg/reading/edits';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/read-strips';
import { snapToBeat } from '../../../../trace/time/measure.ts';
import type { SheetPlace } from '../../../../trace/paint/strip-sheet.ts';

export type StripChange = Extract<ReadingEdit, { kind: 'change_strip' }>;

/** Changes the given fields only. */
export function changeStrip(
  { strip, start_sample, end_sample, caption, order }: ReadStrip,
  change: Partial<Omit<StripChange, 'kind' | 'strip'>>,
): StripChange {
  return { kind: 'change_strip', strip, start_sample, end_sample, caption, order, ...change };
}

/** The smallest gap between the orders of two neighbours that still leaves space between them. */
const leastGap = 1e-6;

/**
 * Moves the strip at index `from` to index `to`. Writes one edit if the orders of its new neighbours leave a gap
 * between them, otherwise numbers all strips again.
 */
export function moveStrip(strips: readonly ReadStrip[], from: number, to: number): ReadingEdit[] {
  const taken = strips[from];
  if (taken === undefined || from === to || to < 0 || to >= strips.length) return [];
  const next = strips.filter((one) => one !== taken);
  const before = next[to - 1]?.order ?? (next[to]?.order ?? 0) - 2;
  const after = next[to]?.order ?? before + 2;
  if (after - before > leastGap) return [changeStrip(taken, { order: (before + after) / 2 })];
  next.splice(to, 0, taken);
  return next.flatMap((one, i) => (one.order === i + 1 ? [] : [changeStrip(one, { order: i + 1 })]));
}

export const markTools = ['arrow', 'text', 'caliper'] as const;
export type MarkTool = (typeof markTools)[number];

/**
 * An arrow placed by a press starts this far before and above the pressed point. A move of at most `pressS` is a press.
 */
const arrowFromS = 0.3;
const arrowFromUv = 500;
const pressS = 0.03;

type Drawing = {
  readonly beats: ArrayLike<number>;
  readonly sampling_hz: number;
  readonly strip: Pick<ReadStrip, 'start_sample' | 'end_sample'>;
};

/** Returns the interval around a sample: from the beat before it to the beat after it. */
function intervalAt({ beats, strip }: Drawing, sample: number): readonly [number, number] {
  const inside = Array.from(beats).filter((at) => at >= strip.start_sample && at <= strip.end_sample);
  const before = inside.findLast((at) => at <= sample) ?? strip.start_sample;
  const after = inside.find((at) => at > sample) ?? strip.end_sample;
  return [before, after];
}

/** Returns the mark that a tool makes from a drag between two places, or from a press at one place. */
export function drawnMark(tool: MarkTool, from: SheetPlace, to: SheetPlace, drawing: Drawing): StripMark {
  const { sampling_hz: hz, strip } = drawing;
  const isPress = Math.abs(to.sample - from.sample) <= pressS * hz;
  const { lead } = from;
  if (tool === 'text') return { of: 'text', ...from, text: '' };
  if (tool === 'caliper') {
    const [sample, to_sample] = isPress ? intervalAt(drawing, from.sample) : [from.sample, to.sample];
    return { of: 'caliper', lead, sample, to_sample };
  }
  if (!isPress || Math.abs(to.uv - from.uv) > arrowFromUv / 4)
    return { of: 'arrow', ...from, to_sample: to.sample, to_uv: to.uv, text: '' };
  const sample = Math.max(strip.start_sample, from.sample - Math.round(arrowFromS * hz));
  return {
    of: 'arrow',
    lead,
    sample,
    uv: from.uv + arrowFromUv,
    to_sample: from.sample,
    to_uv: from.uv,
    text: '',
  };
}

/** Returns the place where a key puts a mark: on the beat nearest to the middle of the strip. */
export function middlePlace({ beats, strip }: Drawing, lead: number): SheetPlace {
  const middle = Math.round((strip.start_sample + strip.end_sample) / 2);
  return { lead, sample: snapToBeat(beats, middle, strip.end_sample - middle), uv: 1000 };
}

/** The points of a mark that the user can drag. */
export type MarkPoint = 'start' | 'end';
export const pointsOf = ({ of }: StripMark): readonly MarkPoint[] =>
  of === 'text' ? ['start'] : ['start', 'end'];

/** `uv` is null for a caliper, which has no height. */
export function pointAt(mark: StripMark, point: MarkPoint): { sample: number; uv: number | null } {
  if (mark.of === 'caliper') return { sample: point === 'start' ? mark.sample : mark.to_sample, uv: null };
  if (mark.of === 'arrow' && point === 'end') return { sample: mark.to_sample, uv: mark.to_uv };
  return { sample: mark.sample, uv: mark.uv };
}

/** Moves one point of a mark. Both ends stay on one lead: the whole mark moves to the lead of the new place. */
export function movedPoint(mark: StripMark, point: MarkPoint, { lead, sample, uv }: SheetPlace): StripMark {
  if (mark.of === 'caliper')
    return { ...mark, lead, ...(point === 'start' ? { sample } : { to_sample: sample }) };
  if (mark.of === 'arrow' && point === 'end') return { ...mark, lead, to_sample: sample, to_uv: uv };
  return { ...mark, lead, sample, uv };
}

/** Returns the marks that can be saved: all except empty texts. */
export const keptMarks = (marks: readonly StripMark[]): StripMark[] =>
  marks.filter((mark) => mark.of !== 'text' || mark.text.trim() !== '');
