/**
 * A function of one identity that runs the newest one given: for parts that are drawn anew with every identity of
 * what they are handed. For events only, not while drawing.
 */
import { useCallback, useLayoutEffect, useRef } from 'react';

export function useNewest<Given extends unknown[], Result>(
  run: (...given: Given) => Result,
): (...given: Given) => Result {
  const newest = useRef(run);
  useLayoutEffect(() => {
    newest.current = run;
  });
  return useCallback((...given) => newest.current(...given), []);
}
