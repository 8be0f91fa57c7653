/** Measures the height of the recording view, and whether the window is as narrow as a phone. */
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

export const narrowBelowPx = 768;

type FrameSize = { readonly heightPx: number; readonly narrow: boolean };

export function useFrameSize(): [RefObject<HTMLDivElement | null>, FrameSize | null] {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<FrameSize | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const heightPx = Math.floor(element.getBoundingClientRect().height);
      const narrow = window.innerWidth < narrowBelowPx;
      setSize((before) =>
        before?.heightPx === heightPx && before.narrow === narrow ? before : { heightPx, narrow },
      );
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
