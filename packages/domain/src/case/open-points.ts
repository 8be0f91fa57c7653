/**
 * Defines what may still be open when a case is verified or completed. A user may continue with open points only with
 * a reason, which the history of the case keeps.
 */
export const openPointKinds = [
  /** Critical findings that the hospital has not acknowledged. */
  'critical',
  /** Items of the queue that were not judged: episodes, templates, extremes, patient events. */
  'findings',
  /** Pinned internal comments without an answer. */
  'pins',
  /** Minutes of the recording that nobody viewed, unless the center's minimum was reached. */
  'unseen',
  /** The newest report was made from an older reading, conclusion or patient. */
  'report',
  /** Figures in the conclusion that differ from the reading. */
  'figures',
  /** Statements in the conclusion that the reading contradicts. */
  'statements',
] as const;
export type OpenPointKind = (typeof openPointKinds)[number];

/** `count` is in minutes for `unseen`. */
export interface OpenPoint {
  readonly kind: OpenPointKind;
  readonly count: number;
}

/** Returns the points that exist, in the order of `openPointKinds`. */
export const openPointsOf = (counts: Readonly<Partial<Record<OpenPointKind, number>>>): OpenPoint[] =>
  openPointKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [{ kind, count }] : [];
  });

/** Returns the points that a statement about others does not cover. */
export const pointsBeyond = (points: readonly OpenPoint[], stated: readonly OpenPoint[]): OpenPoint[] =>
  points.filter((point) => !stated.some(({ kind, count }) => kind === point.kind && count >= point.count));
