/**
 * How much of a recording is signal, counted from TraceViewData.dat while it streams past.
 *
 * Laws: pieces may be cut anywhere; memory grows with the number of gaps only. A bucket is without signal in a lead
 * where minimum and maximum are both −32768; it is a gap where that holds for every lead.
 */
import { NO_SIGNAL } from '@rhythmdesk/ecg/formats/trace-data';
import { traceViewHeaderBytes, type TraceViewHeader } from '@rhythmdesk/ecg/formats/trace-view-data';
import type { Coverage } from './check-result.ts';

export type OverviewCount = {
  /** Takes the next bytes of the whole file, its header included. */
  readonly push: (piece: Uint8Array) => void;
  readonly coverage: () => Coverage;
  readonly leadShares: () => number[];
  /** The first bucket in which any lead holds signal; null where none does. */
  readonly firstSignal: () => number | null;
};

type Tally = { bucket: number; withSignal: number[]; anySignal: number; first: number | null };
type Gap = { start: number; end: number };

/** Counts the leads of one row that hold signal; answers whether any does. */
function countRow(row: DataView, withSignal: number[]): boolean {
  let any = false;
  for (const [lead, count] of withSignal.entries()) {
    const isEmpty =
      row.getInt16(4 * lead, true) === NO_SIGNAL && row.getInt16(4 * lead + 2, true) === NO_SIGNAL;
    if (isEmpty) continue;
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

export function countOverview({ leads, buckets }: TraceViewHeader): OverviewCount {
  const row = new Uint8Array(4 * leads);
  const view = new DataView(row.buffer);
  const tally: Tally = {
    bucket: 0,
    withSignal: Array.from({ length: leads }, () => 0),
    anySignal: 0,
    first: null,
  };
  const gaps: Gap[] = [];
  let skip = traceViewHeaderBytes;
  let filled = 0;

  function endRow(): void {
    if (countRow(view, tally.withSignal)) {
      tally.anySignal += 1;
      tally.first ??= tally.bucket;
    } else addGap(gaps, tally.bucket);
    tally.bucket += 1;
  }

  return {
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
        endRow();
      }
    },
    coverage: () => ({
      share: tally.anySignal / buckets,
      gaps: gaps.map(({ start, end }) => ({ from: start / buckets, to: end / buckets })),
    }),
    leadShares: () => tally.withSignal.map((count) => count / buckets),
    firstSignal: () => tally.first,
  };
}
