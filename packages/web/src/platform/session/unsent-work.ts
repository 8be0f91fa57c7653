/** Counts the work that exists only in this tab, so that the user is asked before signing out. */
type Work = 'chosen' | 'sending';
const counts = new Map<Work, () => number>();

/** `chosen`: recordings that are not sent yet; `sending`: uploads in progress, which a sign-out would end. */
export function countUnsent(work: Work, by: () => number): void {
  counts.set(work, by);
}

export const unsentWork = (work: Work): number => counts.get(work)?.() ?? 0;
