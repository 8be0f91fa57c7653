/** The page's side of the check: one worker, two files at a time, answers parsed at the door. */
import { z } from 'zod';
import { checkReasons, type CheckResult } from './check-result.ts';

const fileState = z.enum(['sound', 'bad', 'missing']);
const share = z.number().min(0).max(1);

const result = z.object({
  fault: z
    .object({
      reason: z.enum(checkReasons),
      entry: z.string(),
      row: z.number().nullable(),
      column: z.string().nullable(),
    })
    .nullable(),
  files: z.object({
    'Report.pdf': fileState,
    'TraceData.dat': fileState,
    'TraceViewData.dat': fileState,
    'SummaryData.csv': fileState,
  }),
  facts: z
    .object({
      hn_id: z.string(),
      start_ms: z.number(),
      duration_ms: z.number(),
      sampling_hz: z.number(),
      leads: z.array(z.object({ label: z.string(), signal_share: share.nullable() })),
    })
    .nullable(),
  coverage: z.object({ share, gaps: z.array(z.object({ from: share, to: share })) }).nullable(),
  preview: z
    .object({
      samples: z.instanceof(Int16Array<ArrayBuffer>),
      start_ms: z.number(),
      lead: z.object({ label: z.string(), gain_uv_per_lsb: z.number(), zero_lsb: z.number() }),
    })
    .nullable(),
  fingerprint: z.string(),
}) satisfies z.ZodType<CheckResult>;

const answer = z.union([
  z.object({ id: z.number(), result }),
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
    const asked = waiting.get(said.id);
    waiting.delete(said.id);
    if ('result' in said) asked?.resolve(said.result);
    else asked?.reject(new Error(said.failed));
  }
  function broke(event: Event): void {
    event.preventDefault();
    worker?.terminate();
    worker = undefined;
    for (const asked of waiting.values()) asked.reject(new Error('the check broke off'));
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
