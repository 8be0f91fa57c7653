/**
 * Measures the server's analysis of fourteen and of thirty days at 250 Hz as its job runs it: a thread with the
 * server's limits, in a new process, reads the signal from a disk store. The time of the analysis and the peak memory of
 * the process count. The signal is the joined records, repeated.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { analyseInThread } from '@rhythmdesk/server/features/analysis/analyse-in-thread';
import { analysisOrder } from '@rhythmdesk/server/features/analysis/analysis-message';
import { openDiskStore } from '@rhythmdesk/server/platform/files/disk-store';
import type { TracePlace } from '@rhythmdesk/server/records/recordings/trace-place';
import { z } from 'zod';
import { storePacked } from './store-packed.ts';

const hz = 250;
/** Lengths in days, each with its goals. */
export const jobGoals = {
  fortnight: { days: 14, seconds: 12, megabytes: 300 },
  month: { days: 30, megabytes: 350 },
} as const;

const job = z.object({
  seconds: z.number(),
  megabytes: z.number(),
  samples: z.number(),
  refused: z.string().optional(),
});
export type Job = z.output<typeof job>;

export async function runJob(raw: Int16Array, days: number): Promise<Job> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rhythmdesk-job-'));
  try {
    const samples = days * 86_400 * hz;
    const order = {
      kind: 'signal',
      files_folder: folder,
      criteria: defaultCriteria,
      start_ms: 0,
      midnights_s: [],
      ...(await storeRepeated(folder, raw, samples)),
      samples,
      sampling_hz: hz,
      gains_uv: [5],
    };
    const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(order)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return job.parse(JSON.parse(run.stdout));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function* repeated(raw: Int16Array, samples: number): Generator<Int16Array> {
  for (let left = samples; left > 0; left -= raw.length) yield raw.subarray(0, Math.min(left, raw.length));
}

async function storeRepeated(folder: string, raw: Int16Array, samples: number): Promise<TracePlace> {
  const files = await openDiskStore(folder);
  const header = new Uint8Array(160);
  const place = await storePacked(files, { leads: 1, samples }, header, repeated(raw, samples));
  await files.close();
  return place;
}

async function run(text: string): Promise<void> {
  const order = analysisOrder.parse(JSON.parse(text));
  if (order.kind !== 'signal') return;
  const start = performance.now();
  const outcome = await analyseInThread(order, new AbortController().signal);
  const seconds = (performance.now() - start) / 1000;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const refused = outcome.ok ? undefined : outcome.code;
  process.stdout.write(JSON.stringify({ seconds, megabytes, samples: order.samples, refused } satisfies Job));
}

export const jobText = (
  { seconds, megabytes, samples, refused }: Job,
  goal: { readonly days: number; readonly megabytes: number },
): string =>
  `The job over ${goal.days} days${refused === undefined ? '' : ` (refused: ${refused})`}: ${seconds.toFixed(1)} s, ` +
  `${(samples / seconds / 1e6).toFixed(1)} million samples/s, ` +
  `highest memory of the process ${megabytes.toFixed(0)} MB (goal at most ${goal.megabytes}).`;

const given = process.argv[2];
if (process.argv[1] === fileURLToPath(import.meta.url) && given !== undefined) await run(given);
