/** Classifies a due time: over, soon (in less than four hours) or later. The texts are `words:due.*`. */
export const dueSoonMs = 4 * 3_600_000;

export type Due = { kind: 'over' | 'soon' | 'later'; spanMs: number };

/** `spanMs` is the time since or until the due time, never negative. */
export function dueAt(dueMs: number, nowMs: number): Due {
  const leftMs = dueMs - nowMs;
  if (leftMs < 0) return { kind: 'over', spanMs: -leftMs };
  return { kind: leftMs < dueSoonMs ? 'soon' : 'later', spanMs: leftMs };
}
