import { expect, test } from 'vitest';
import { runInThread, ThreadLimitPassed, type ThreadLimits } from './run-in-thread.ts';

const entry = new URL('./test-thread.ts', import.meta.url);
const run = (work: string, limits?: ThreadLimits, signal?: AbortSignal) =>
  runInThread({ entry, work, ...(limits && { limits }), ...(signal && { signal }) });

test('gives the one message of the thread', async () => {
  expect(await run('answer')).toEqual({ answer: 42 });
});

test('hands on a fault of the work, and says so where there is no outcome', async () => {
  await expect(run('fail')).rejects.toThrow('the work is at fault');
  await expect(run('silent')).rejects.toThrow('without an outcome');
});

test.each([
  ['loop', { timeMs: 100 }, 'time'],
  ['heap', { heapMb: 32 }, 'memory'],
] as const)('ends work that passes its limits: %s', async (work, limits, limit) => {
  const outcome = await run(work, limits).catch((fault: unknown) => fault);
  expect(outcome).toBeInstanceOf(ThreadLimitPassed);
  expect(outcome).toMatchObject({ limit });
});

test('stops with its caller, also before it has begun', async () => {
  const stop = new AbortController();
  const running = run('loop', {}, stop.signal);
  stop.abort();
  await expect(running).rejects.toThrow('stopped');
  await expect(run('answer', {}, stop.signal)).rejects.toThrow();
});
