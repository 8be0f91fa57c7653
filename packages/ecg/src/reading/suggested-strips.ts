/**
 * Suggests strips for the report: the extremes, and of each kind the gravest finding that a user accepted and that no
 * strip shows yet.
 *
 * Invariant: after the edits of all suggestions are applied, nothing is suggested.
 */
import type { ReadingEdit } from './edits.ts';
import { type ExtremeBasket, extremeEdits, marginS, rowS } from './extreme-strips.ts';
import type { QueueGroup, QueueItem, QueueKind } from './finding-queue.ts';

/** The kinds of which a report shows an example, the gravest first. */
const shownKinds: readonly QueueKind[] = [
  ...(['asystole', 'av_block', 'v_runs', 's_runs', 'af', 'pauses', 'events'] as const),
  ...(['v_patterns', 's_patterns', 'rhythms'] as const),
];
/** Findings of more kinds than this are not suggested. */
const mostFindings = 5;

type StripEdit = Extract<ReadingEdit, { kind: 'add_strip' | 'change_strip' }>;
export interface SuggestedStrip {
  readonly edit: StripEdit;
  /** The finding that it shows; null for an extreme, which the strip names. */
  readonly item: QueueItem | null;
}
type Span = Pick<QueueItem, 'start_sample' | 'end_sample'>;
type Covering = Span & { readonly shows?: unknown };

const isConfirmed = ({ state }: QueueItem): boolean => state === 'accepted' || state === 'mended';

/** A strip that shows an extreme covers a finding only if it contains all of it. */
function covers({ start_sample, end_sample, shows }: Covering, item: Span): boolean {
  if (shows === undefined) return start_sample <= item.end_sample && item.start_sample <= end_sample;
  return start_sample <= item.start_sample && item.end_sample <= end_sample;
}

/** Returns a row of paper: around a short finding, or from just before the onset of a longer one. */
function spanAround(item: Span, { sampling_hz: hz, length }: ExtremeBasket): Span {
  const isShort = item.end_sample - item.start_sample <= (rowS - 2 * marginS) * hz;
  const middle = (item.start_sample + item.end_sample) / 2;
  const from = isShort ? middle - (rowS / 2) * hz : item.start_sample - marginS * hz;
  const start = Math.max(0, Math.min(Math.round(from), length - 1 - Math.round(rowS * hz)));
  return { start_sample: start, end_sample: Math.min(length - 1, start + Math.round(rowS * hz)) };
}

export function suggestedStrips(basket: ExtremeBasket, groups: readonly QueueGroup[]): SuggestedStrip[] {
  const ofExtremes = extremeEdits(basket).flatMap((edit): SuggestedStrip[] =>
    edit.kind === 'add_strip' || edit.kind === 'change_strip' ? [{ edit, item: null }] : [],
  );
  const covering: Covering[] = [...basket.strips, ...ofExtremes.map(({ edit }) => edit)];
  let order = Math.max(
    0,
    ...[...basket.strips, ...ofExtremes.map(({ edit }) => edit)].map((one) => one.order),
  );
  const gravest = shownKinds
    .flatMap((kind) => groups.find((group) => group.kind === kind)?.items.find(isConfirmed) ?? [])
    .slice(0, mostFindings);
  const ofFindings = gravest.flatMap((item): SuggestedStrip[] => {
    if (covering.some((strip) => covers(strip, item))) return [];
    const edit = { kind: 'add_strip', ...spanAround(item, basket), caption: '', order: ++order } as const;
    covering.push(edit);
    return [{ edit, item }];
  });
  return [...ofExtremes, ...ofFindings];
}
