/**
 * Computes the selected strips of a reading from its log alone: they depend on no beat, so a page has them at once after
 * an edit, before everything else of the reading is computed.
 */
import { usualScale } from '../labels/strip-labels.ts';
import type { EditOf, LoggedEdit, ShownExtreme, StripMark, StripScale } from './edits.ts';
import { standingEdits } from './standing-edits.ts';

export interface ReadStrip {
  readonly strip: number;
  readonly start_sample: number;
  readonly end_sample: number;
  readonly caption: string;
  readonly order: number;
  /** Absent: 25 mm/s and 10 mm/mV. */
  readonly scale?: StripScale | undefined;
  /** Absent: no annotations. */
  readonly marks?: readonly StripMark[] | undefined;
  readonly shows?: ShownExtreme | undefined;
}

/** Leaves out default values, so that equal strips are stored equally. */
function bare(strip: ReadStrip): ReadStrip {
  const { scale, marks = [], ...rest } = strip;
  const isUsual = scale?.mm_per_s === usualScale.mm_per_s && scale.mm_per_mv === usualScale.mm_per_mv;
  return { ...rest, scale: isUsual ? undefined : scale, marks: marks.length === 0 ? undefined : marks };
}

export function addedStrip(sequence: number, edit: EditOf<'add_strip'>): ReadStrip {
  const { start_sample, end_sample, caption, order, scale, marks, shows } = edit;
  return bare({ strip: sequence, start_sample, end_sample, caption, order, scale, marks, shows });
}

/** Returns the changed strip; scale, annotations and extreme remain if the edit does not contain them. */
export function changedStrip(held: ReadStrip, edit: EditOf<'change_strip'>): ReadStrip {
  const { start_sample, end_sample, caption, order } = edit;
  const { scale = held.scale, marks = held.marks, shows = held.shows } = edit;
  return bare({ strip: held.strip, start_sample, end_sample, caption, order, scale, marks, shows });
}

export const inStripOrder = (strips: Iterable<ReadStrip>): ReadStrip[] =>
  [...strips].sort((a, b) => a.order - b.order || a.strip - b.strip);

/** Returns the strips of a log, in their order. */
export function readStrips(log: readonly LoggedEdit[]): ReadStrip[] {
  const stands = standingEdits(log);
  const strips = new Map<number, ReadStrip>();
  log.forEach(({ sequence, edit }, i) => {
    if (stands[i] !== true) return;
    if (edit.kind === 'add_strip') strips.set(sequence, addedStrip(sequence, edit));
    if (edit.kind === 'remove_strip') strips.delete(edit.strip);
    if (edit.kind !== 'change_strip') return;
    const held = strips.get(edit.strip);
    if (held !== undefined) strips.set(edit.strip, changedStrip(held, edit));
  });
  return inStripOrder(strips.values());
}
