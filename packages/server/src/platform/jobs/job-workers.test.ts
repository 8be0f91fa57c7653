import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endedInTime } from './job-workers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const never = new Promise<never>(() => undefined);
const limitMs = 90_000;

test('a runner that ends after it began to close is in time, and nothing waits any longer', async () => {
  const ended = Promise.withResolvers<undefined>();
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  const inTime = endedInTime(ended.promise, Promise.resolve(), limitMs);
  await vi.advanceTimersByTimeAsync(limitMs - 1);
  ended.resolve(undefined);
  expect(await inTime).toBe(true);
  // Other files share this process, so only the timer of this limit counts.
  const limit = set.mock.calls.findIndex(([, ms]) => ms === limitMs);
  expect(clear).toHaveBeenCalledWith(set.mock.results[limit]?.value);
});

test('a closing runner that never ends is overdue at the limit', async () => {
  const inTime = endedInTime(never, Promise.resolve(), limitMs);
  await vi.advanceTimersByTimeAsync(limitMs);
  expect(await inTime).toBe(false);
});

test('a runner that does not close has no limit', async () => {
  const seen: boolean[] = [];
  void endedInTime(never, never, limitMs).then((inTime) => seen.push(inTime));
  await vi.advanceTimersByTimeAsync(10 * limitMs);
  expect(seen).toEqual([]);
});
