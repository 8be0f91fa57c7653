/**
 * Computes the upload speed over the last ten seconds, from one second of data on, so that the first burst into the
 * network card's buffer does not suggest a speed that the line cannot keep. Pure.
 */
export type PaceMark = { readonly at_ms: number; readonly bytes: number };

const windowMs = 10_000;
const leastMs = 1_000;

/** Returns the samples that still count, with the new one; a lower byte count (a resumed upload) starts over. */
export function withMark(marks: readonly PaceMark[], mark: PaceMark): PaceMark[] {
  const last = marks.at(-1);
  if (last !== undefined && mark.bytes < last.bytes) return [mark];
  return [...marks.filter(({ at_ms }) => at_ms > mark.at_ms - windowMs), mark];
}

export function bytesPerSecond(marks: readonly PaceMark[]): number | null {
  const first = marks[0];
  const last = marks.at(-1);
  if (first === undefined || last === undefined || last.at_ms - first.at_ms < leastMs) return null;
  return ((last.bytes - first.bytes) / (last.at_ms - first.at_ms)) * 1000;
}
