/** Tells whether an element is in view or will be soon, so that only such elements load and draw. */
import { type RefObject, useEffect, useState } from 'react';

/** `marginPx`: how far above and below the view an element counts as near. */
export function useNear(ref: RefObject<Element | null>, marginPx: number): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const margin = `${String(marginPx)}px 0px`;
    // The margin of the root does not reach into a list that scrolls by itself.
    const watch = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: margin,
      scrollMargin: margin,
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [ref, marginPx]);
  return near;
}
