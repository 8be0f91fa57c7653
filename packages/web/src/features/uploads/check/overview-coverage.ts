/**
 * Computes how much of a recording is signal, from TraceViewData.dat while it streams.
 *
 * Invariants: pieces may be cut anywhere; memory grows only with the number of gaps. A bucket has no signal in a lead
 * if minimum and maximum are both −32768; it is a gap if this is so for every lead.
 */
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { traceViewHeaderBytes, type TraceViewHeader } from '@rhythmdesk/ecg/formats/trace-view-data';
import type { Coverage } from './check-result.ts';

export type PairCount = {
  /** Processes the next rows: minimum and maximum of each lead. */
  readonly pushPairs: (pairs: Int16Array) => void;
  readonly coverage: () => Coverage;
  readonly leadShares: () => number[];
  /** The first bucket in which any lead has signal; null if there is none. */
  readonly firstSignal: () => number | null;
};

export type OverviewCount = Omit<PairCount, 'pushPairs'> & {
  /** Processes the next bytes of the whole file, including its header. */
  readonly push: (piece: Uint8Array) => void;
};

type Tally = { bucket: number; withSignal: number[]; anySignal: number; first: number | null };
type Gap = { start: number; end: number };

/** Counts the leads of the row at `at` that have signal; returns whether any does. */
function countRow(pairs: Int16Array, at: number, withSignal: number[]): boolean {
  let any = false;
  for (const [lead, count] of withSignal.entries()) {
    const place = at + 2 * lead;
    if (pairs[place] === NO_SIGNAL && pairs[place + 1] === NO_SIGNAL) continue;
    any = true;
    withSignal[lead] = count + 1;
  }
  return any;
}

function addGap(gaps: Gap[], bucket: number): void {
  const last = gaps.at(-1);
  if (last?.end === bucket) last.end += 1;
  else gaps.push({ start: bucket, end: bucket + 1 });
}

export function countPairs(leads: number): PairCount {
  const tally: Tally = {
    bucket: 0,
    withSignal: Array.from({ length: leads }, () => 0),
    anySignal: 0,
    first: null,
  };
  const gaps: Gap[] = [];
  return {
    pushPairs(pairs) {
      for (let at = 0; at < pairs.length; at += 2 * leads) {
        if (countRow(pairs, at, tally.withSignal)) {
          tally.anySignal += 1;
          tally.first ??= tally.bucket;
        } else addGap(gaps, tally.bucket);
        tally.bucket += 1;
      }
    },
    coverage: () => ({
      share: tally.anySignal / tally.bucket,
      gaps: gaps.map(({ start, end }) => ({ from: start / tally.bucket, to: end / tally.bucket })),
    }),
    leadShares: () => tally.withSignal.map((count) => count / tally.bucket),
    firstSignal: () => tally.first,
  };
}

export function countOverview({ leads }: TraceViewHeader): OverviewCount {
  const row = new Uint8Array(4 * leads);
  const view = new DataView(row.buffer);
  const pairs = new Int16Array(2 * leads);
  const { pushPairs, ...counted } = countPairs(leads);
  let skip = traceViewHeaderBytes;
  let filled = 0;
  return {
    ...counted,
    push(piece) {
      let at = Math.min(skip, piece.length);
      skip -= at;
      while (at < piece.length) {
        const part = piece.subarray(at, at + row.length - filled);
        row.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < row.length) return;
        filled = 0;
        for (let i = 0; i < pairs.length; i++) pairs[i] = view.getInt16(2 * i, true);
        pushPairs(pairs);
      }
    },
  };
}
