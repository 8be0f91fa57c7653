/**
 * How idle a session is. The idle limit ends in a countdown of 180 seconds: with a limit of fifteen minutes the
 * dialog opens after twelve. Everything follows from clock readings, so a machine that slept is judged rightly.
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

/** The seconds left at which a screen reader says the time. */
export const announcedSeconds = [180, 60, 30, 10] as const;

/** How urgent the ring looks: warning under a minute, error under fifteen seconds. */
export function countdownTone(leftMs: number): 'primary' | 'warning' | 'error' {
  if (leftMs < 15_000) return 'error';
  return leftMs < 60_000 ? 'warning' : 'primary';
}
