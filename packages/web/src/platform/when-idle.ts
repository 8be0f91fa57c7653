/** Runs work that can wait until the page has nothing to do. */

/** Delay in browsers without `requestIdleCallback`. */
const withoutIdleMs = 2_000;

/** Returns the function that cancels the work if it has not begun. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(work);
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(work, withoutIdleMs);
  return () => clearTimeout(timer);
}
