/**
 * Returns a function with a stable identity that runs the newest given function, for children that render again when a
 * property's identity changes. For events only, not during rendering.
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
