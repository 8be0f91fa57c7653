/**
 * Computes how idle a session is. The idle limit ends with a countdown of 180 seconds: with a limit of fifteen minutes
 * the dialog opens after twelve. Everything is computed from clock readings, so the result is correct after the machine
 * slept.
 */
export const countdownMs = 180_000;

export type IdlePhase =
  | { kind: 'active'; countdownInMs: number }
  | { kind: 'countdown'; leftMs: number }
  | { kind: 'expired' };

export function idlePhase(nowMs: number, lastActivityMs: number, idleLimitMs: number): IdlePhase {
  const leftMs = lastActivityMs + idleLimitMs - nowMs;
  if (leftMs <= 0) return { kind: 'expired' };
  if (leftMs <= countdownMs) return { kind: 'countdown', leftMs };
  return { kind: 'active', countdownInMs: leftMs - countdownMs };
}

/** The remaining seconds at which screen readers announce the time. */
export const announcedSeconds = [180, 60, 30, 10] as const;

/** Returns the colour of the ring: warning under a minute, error under fifteen seconds. */
export function countdownTone(leftMs: number): 'primary' | 'warning' | 'error' {
  if (leftMs < 15_000) return 'error';
  return leftMs < 60_000 ? 'warning' : 'primary';
}
