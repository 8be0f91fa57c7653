/**
 * Measures the space for the paper, without its margins, and decides whether thumbnails fit beside it. That depends on
 * the width of both together: by the paper's own width they would take away the space that they need, again and again.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Size } from './zoom.ts';

/** Margin around the paper. */
export const gutterPx = 16;

/** Width of paper and thumbnails from which the thumbnails fit. */
const thumbsFromPx = 820;

/** `ref` is for the frame of the paper; its parent contains the thumbnails too. */
export function useRoom(): { ref: RefObject<HTMLDivElement | null>; room: Size; hasThumbs: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [hasThumbs, setThumbs] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const watch = new ResizeObserver(() => {
      const { clientWidth, clientHeight, parentElement } = element;
      setRoom({ width: clientWidth - 2 * gutterPx, height: clientHeight - 2 * gutterPx });
      setThumbs((parentElement?.clientWidth ?? 0) >= thumbsFromPx);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { ref, room, hasThumbs };
}
