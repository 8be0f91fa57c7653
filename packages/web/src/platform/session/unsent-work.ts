/** How much of this tab's work is in it alone, so that whoever signs out is asked first. */
type Work = 'chosen' | 'sending';
const counts = new Map<Work, () => number>();

/** `chosen`: recordings that are not sent yet; `sending`: on their way, the sign-out would end them. */
export function countUnsent(work: Work, by: () => number): void {
  counts.set(work, by);
}

export const unsentWork = (work: Work): number => counts.get(work)?.() ?? 0;
