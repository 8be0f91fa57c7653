import { expect, test } from 'vitest';
import { runInThread, ThreadLimitPassed, type ThreadLimits } from './run-in-thread.ts';

const entry = new URL('./test-thread.ts', import.meta.url);
const runKept = (work: string, limits: ThreadLimits = {}) =>
  runInThread({ entry, work, limits, keepMs: 60_000 });
const run = (work: string, limits?: ThreadLimits, signal?: AbortSignal) =>
  runInThread({ entry, work, ...(limits && { limits }), ...(signal && { signal }) });

test('the thread’s one message is returned', async () => {
  expect(await run('answer')).toEqual({ answer: 42 });
});

test('an error of the work is passed on, and a missing result is reported', async () => {
  await expect(run('fail')).rejects.toThrow('the work is at fault');
  await expect(run('silent')).rejects.toThrow('without an outcome');
});

test.each([
  ['loop', { timeMs: 100 }, 'time'],
  ['heap', { heapMb: 32 }, 'memory'],
] as const)('work that exceeds its limits ends: %s', async (work, limits, limit) => {
  const outcome = await run(work, limits).catch((fault: unknown) => fault);
  expect(outcome).toBeInstanceOf(ThreadLimitPassed);
  expect(outcome).toMatchObject({ limit });
});

test('work stops with its caller, also before it has begun', async () => {
  const stop = new AbortController();
  const running = run('loop', {}, stop.signal);
  stop.abort();
  await expect(running).rejects.toThrow('stopped');
  await expect(run('answer', {}, stop.signal)).rejects.toThrow();
});

test('a kept thread does the next work of its kind, one at a time', async () => {
  const first = await runKept('which');
  expect(await runKept('which')).toBe(first);
  const [one, other] = await Promise.all([runKept('which'), runKept('which')]);
  expect(one).toBe(first);
  expect(other).not.toBe(first);
  expect(await runKept('which', { heapMb: 64 })).not.toBe(first);
  expect(await run('which')).not.toBe(first);
});

test('a thread that failed, exceeded its limit or was stopped does no other work', async () => {
  const threads = new Set<unknown>();
  for (const work of ['fail', 'silent', 'loop']) {
    threads.add(await runKept('which'));
    await expect(runKept(work, work === 'loop' ? { timeMs: 100 } : {})).rejects.toThrow();
  }
  expect(threads.size).toBe(3);
});

test('a kept thread ends when no work comes', async () => {
  const first = await runInThread({ entry, work: 'which', keepMs: 0 });
  await expect.poll(() => runInThread({ entry, work: 'which', keepMs: 0 })).not.toBe(first);
});
