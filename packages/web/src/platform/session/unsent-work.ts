/** How much of this tab's work is in it alone, so that whoever signs out is asked first. */
type Count = () => number;
let count: Count = () => 0;

export function countUnsent(by: Count): void {
  count = by;
}

export const unsentWork = (): number => count();
