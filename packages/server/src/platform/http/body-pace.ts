/**
 * Cuts a request body that stands still or crawls. The server's own time limit for a whole request is off, since it
 * would cut a healthy slow upload of hours; this one looks at progress instead.
 *
 * A body is cut when no byte came for `idleMs` while we were reading, or when after `graceMs` its mean rate is below
 * `minBytesPerS`. Time in which we ourselves do not read (back pressure) does not count.
 */
import type { IncomingMessage } from 'node:http';

export type BodyPace = { readonly idleMs: number; readonly graceMs: number; readonly minBytesPerS: number };

export const jsonPace: BodyPace = { idleMs: 10_000, graceMs: 20_000, minBytesPerS: 64 };
export const uploadPace: BodyPace = { idleMs: 30_000, graceMs: 60_000, minBytesPerS: 512 };

export function hasBody(request: IncomingMessage): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

/** Watches until the body has ended; `cut` is called at most once. */
export function watchBody(request: IncomingMessage, pace: BodyPace, cut: () => void, tickMs = 1000): void {
  if (!hasBody(request) || request.complete) return;
  const startedWith = request.socket.bytesRead;
  let seen = startedWith;
  let idleMs = 0;
  let readingMs = 0;
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) return stop();
    const now = request.socket.bytesRead;
    const waitsForUs = request.readableLength >= request.readableHighWaterMark;
    if (!waitsForUs) readingMs += tickMs;
    idleMs = now > seen || waitsForUs ? 0 : idleMs + tickMs;
    seen = now;
    const rate = ((now - startedWith) * 1000) / Math.max(readingMs, 1);
    if (idleMs < pace.idleMs && (readingMs < pace.graceMs || rate >= pace.minBytesPerS)) return;
    stop();
    cut();
  }, tickMs);
  const stop = (): void => clearInterval(timer);
  timer.unref();
  request.once('close', stop);
}
