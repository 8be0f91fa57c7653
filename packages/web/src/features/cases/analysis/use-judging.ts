/**
 * Provides what the user who holds the edit lock may do with the selected finding and with the reading: accept, reject,
 * undo, redo, add a strip.
 */
import type { FindingState, ReadFinding } from '@rhythmdesk/ecg/reading/reading-figures';
import { rhythmLabels, type RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { useMemo } from 'react';
import type { Places } from '../../../trace/signal/findings.ts';
import { mayWrite, useReadingOfPage, useReadingPart } from '../reading/reading-context.tsx';
import { useUndo } from '../reading/use-undo.ts';
import { useActiveFinding } from './finding-groups.ts';
import type { FindingKind, FindingRow } from './finding-rows.ts';
import { useStripPlace } from './strip-place.tsx';

export type Judging = {
  /** State of the selected finding; null if none is selected, or it is not an episode. */
  readonly state: FindingState | null;
  readonly accept: () => void;
  readonly reject: () => void;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly addStrip: (start: number, end: number) => void;
};

type Span = { readonly kind: RhythmKey; readonly start_sample: number; readonly end_sample: number };

const isRhythm = (kind: FindingKind): kind is RhythmKey => Object.hasOwn(rhythmLabels, kind);
const spanKeyOf = (kind: string, start: number, end: number): string =>
  `${kind} ${String(start)} ${String(end)}`;

export type FindingOf = (kind: FindingKind, start: number, end: number) => ReadFinding | null;
type StateOf = (kind: FindingKind, start: number, end: number) => FindingState | null;

const noFinding: FindingOf = () => null;

/** Returns the finding of the reading at a place; null if the reading is not open. */
export function useFindingOf(): FindingOf {
  const findings = useReadingPart((reading) => reading?.shown?.findings);
  return useMemo((): FindingOf => {
    if (findings === undefined) return noFinding;
    const held = new Map(findings.map((one) => [spanKeyOf(one.kind, one.start_sample, one.end_sample), one]));
    return (kind, start, end) => held.get(spanKeyOf(kind, start, end)) ?? null;
  }, [findings]);
}

function spanAt({ kind, places }: FindingRow, index: number): Span | null {
  const start_sample = places.starts[index];
  const end_sample = places.ends?.[index];
  if (!isRhythm(kind) || start_sample === undefined || end_sample === undefined) return null;
  return { kind, start_sample, end_sample };
}

function without({ starts, ends }: Places, index: number): Places {
  const others = (values: ArrayLike<number>): number[] => Array.from(values).filter((_, i) => i !== index);
  return { starts: others(starts), ends: ends === null ? null : others(ends) };
}

/** Returns the next finding without a judgment, wrapping around at the end; −1 if there is none. */
export function nextOpen(row: FindingRow, index: number, stateOf: StateOf): number {
  const count = row.places.starts.length;
  for (let step = 1; step < count; step++) {
    const next = (index + step) % count;
    const span = spanAt(row, next);
    if (span !== null && stateOf(row.kind, span.start_sample, span.end_sample) === 'open') return next;
  }
  return -1;
}

export function useJudging(rows: readonly FindingRow[]): Judging | null {
  const session = useReadingOfPage();
  const writes = useReadingPart(mayWrite);
  const strip = useStripPlace();
  const active = useActiveFinding(rows);
  const findingOf = useFindingOf();
  const stateOf: StateOf = (...place) => findingOf(...place)?.state ?? null;
  const steps = useUndo();
  if (session === null || !writes) return null;
  const row = rows.find(({ kind }) => kind === active.kind);
  const span = row === undefined ? null : spanAt(row, active.index);
  const state = span === null ? null : (stateOf(span.kind, span.start_sample, span.end_sample) ?? 'open');
  return {
    state,
    accept: () => {
      if (span === null || row === undefined) return;
      const verdict = state === 'accepted' ? 'open' : 'accepted';
      session.edit([{ kind: 'judge_finding', finding: span, verdict }]);
      const next = verdict === 'accepted' ? nextOpen(row, active.index, stateOf) : -1;
      if (next >= 0) strip.read(row.kind, next, row.places);
    },
    reject: () => {
      if (span === null || row === undefined) return;
      session.edit([{ kind: 'judge_finding', finding: span, verdict: 'rejected' }]);
      const left = without(row.places, active.index);
      if (left.starts.length > 0) strip.read(row.kind, Math.min(active.index, left.starts.length - 1), left);
    },
    ...steps,
    addStrip: (start, end) => {
      const last = session.state.get().shown?.strips.at(-1)?.order ?? 0;
      const [start_sample, end_sample] = [Math.max(0, Math.round(start)), Math.round(end)];
      session.edit([{ kind: 'add_strip', start_sample, end_sample, caption: '', order: last + 1 }]);
    },
  };
}
