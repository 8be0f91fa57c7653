/** The page's side of the check: one worker, two files at a time, answers parsed at the door. */
import { z } from 'zod';
import { checkResult, type CheckResult } from './check-result.ts';

const answer = z.union([
  z.object({ id: z.number(), result: checkResult }),
  z.object({ id: z.number(), failed: z.string() }),
]);

type Waiting = { resolve: (result: CheckResult) => void; reject: (fault: Error) => void };

export type Checker = { check: (file: File) => Promise<CheckResult> };

export function makeChecker(makeWorker: () => Worker): Checker {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  function heard({ data }: MessageEvent<unknown>): void {
    const said = answer.parse(data);
    const request = waiting.get(said.id);
    waiting.delete(said.id);
    if ('result' in said) request?.resolve(said.result);
    else request?.reject(new Error(said.failed));
  }
  function broke(event: Event): void {
    event.preventDefault();
    worker?.terminate();
    worker = undefined;
    for (const request of waiting.values()) request.reject(new Error('the check broke off'));
    waiting.clear();
  }
  function running(): Worker {
    if (worker !== undefined) return worker;
    worker = makeWorker();
    worker.addEventListener('message', heard);
    worker.addEventListener('error', broke);
    return worker;
  }
  return {
    check(file) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        running().postMessage({ id, file });
      });
    },
  };
}

export const checker = makeChecker(
  () => new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' }),
);
