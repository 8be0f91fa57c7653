/**
 * Returns the milliseconds until an instant, updated once a second; 0 afterwards. The hook reads the clock, so it is
 * correct after the machine slept.
 */
import { useEffect, useState } from 'react';

const leftOf = (untilMs: number): number => (Number.isNaN(untilMs) ? 0 : Math.max(0, untilMs - Date.now()));

export function useLeft(until: string): number {
  const untilMs = Date.parse(until);
  const [leftMs, setLeft] = useState(() => leftOf(untilMs));
  useEffect(() => {
    const look = () => setLeft(leftOf(untilMs));
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return leftMs;
}
