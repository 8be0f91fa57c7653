/**
 * Cuts a request body that stalls or arrives very slowly. The server's own time limit for a whole request is off,
 * because it would cut a healthy slow upload of hours. This one checks the progress instead.
 *
 * A body is cut in three cases: no byte arrived for `idleMs` while the server was reading, its mean rate after
 * `graceMs` is below `minBytesPerS`, or it is not complete after `totalMs`. Time in which the server itself does not
 * read (back pressure) does not count.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type BodyPace = {
  readonly idleMs: number;
  readonly graceMs: number;
  readonly minBytesPerS: number;
  readonly totalMs: number;
};

/** No sign-in has a body that takes longer. */
export const anonymousPace: BodyPace = { idleMs: 5_000, graceMs: 5_000, minBytesPerS: 256, totalMs: 15_000 };
export const jsonPace: BodyPace = { idleMs: 10_000, graceMs: 20_000, minBytesPerS: 256, totalMs: 120_000 };
export const uploadPace: BodyPace = {
  idleMs: 30_000,
  graceMs: 60_000,
  minBytesPerS: 512,
  totalMs: Number.POSITIVE_INFINITY,
};

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
    const paced = readingMs < pace.graceMs || rate >= pace.minBytesPerS;
    if (idleMs < pace.idleMs && paced && readingMs < pace.totalMs) return;
    stop();
    cut();
  }, tickMs);
  const stop = (): void => clearInterval(timer);
  timer.unref();
  request.once('close', stop);
}

/** The time for the rest of a body after the response to its request was sent. */
const restMs = 5_000;

/** Closes the connection of a request that was answered before its body was read, unless the rest arrives in time. */
export function endUnreadBody(request: IncomingMessage, response: ServerResponse, limitMs = restMs): void {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.destroy(), limitMs);
    timer.unref();
    request.once('end', () => clearTimeout(timer));
    request.socket.once('close', () => clearTimeout(timer));
  });
}
