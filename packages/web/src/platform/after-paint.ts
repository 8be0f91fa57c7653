/**
 * Runs work that the first picture of the page does not need, such as loading what follows it, after the browser has
 * painted that picture.
 */

/** Returns a function that cancels the work. A hidden page is never painted, so its work runs at once. */
export function afterPaint(work: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    work();
    return () => undefined;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A frame's callbacks run before its paint, a timer that they start after it.
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
