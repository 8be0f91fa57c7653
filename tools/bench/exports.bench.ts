/**
 * Downloads a recording of 14 days in one lead with its analysis over HTTP in each form, as fast as possible: measures
 * the time and the growth of the server's memory. Memory is read from `/proc`, so only on Linux.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordingAnalysis } from '@rhythmdesk/contract/analysis';
import { exportFormats } from '@rhythmdesk/contract/recordings';
import { requestAnalysis } from '@rhythmdesk/server/records/readings/request-analysis';
import { openDb, openPool } from '@rhythmdesk/server/platform/db/database';
import { cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import { findRunningEmbedded } from '@rhythmdesk/server/platform/postgres/embedded';
import { longPlan } from '../demo/case-plans.ts';
import type { Bench, Print } from './bench.ts';
import { benchServer, type BenchServer } from './bench-server.ts';
import { median } from './machine-reference.ts';

const runs = 3;
/** Most MB by which a server may grow while it sends a recording of any length; buffers wait for garbage collection. */
const growthGoal = 200;

type Get = (path: string) => Promise<Response>;

async function getter({ origin, token }: BenchServer): Promise<Get> {
  const headers = { authorization: `Bearer ${await token('demochief')}` };
  return (path) => fetch(`${origin}/api/v1/recording/${path}`, { headers });
}

/** Has the only case of this data directory analysed and returns its number when that is done. */
async function analysedCase(dataDir: string, get: Get): Promise<number> {
  const running = await findRunningEmbedded(dataDir);
  if (running === null) throw new Error('the server runs no embedded database');
  const pool = openPool(running.owner, () => undefined, { connections: 2, rows: 'everything' });
  const db = openDb(pool);
  const [row] = await db.select({ case_id: cases.case_id }).from(cases);
  if (row === undefined) throw new Error('the case was not loaded');
  await transact(db, (tx) => requestAnalysis(tx, row.case_id));
  await pool.end();
  for (;;) {
    const answer = await get(`${String(row.case_id)}/analysis`);
    const { state } = recordingAnalysis.parse(await answer.json());
    if (state === 'done') return row.case_id;
    if (state === 'failed') throw new Error('the analysis failed');
    await sleep(500);
  }
}

/** Returns a field of the process's status in MB. */
async function memoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1000;
}

/** Resets `VmHWM`, so that it is the peak from now on. */
const forgetPeak = (pid: number): Promise<void> => writeFile(`/proc/${String(pid)}/clear_refs`, '5');

type Taken = { readonly ms: number; readonly bytes: number; readonly growth_mb: number | null };

async function take(get: Get, pid: number, path: string): Promise<Taken> {
  const hasProc = existsSync('/proc/self/clear_refs');
  if (hasProc) await forgetPeak(pid);
  const before = hasProc ? await memoryMb(pid, 'VmRSS') : 0;
  const startedAt = performance.now();
  const answer = await get(path);
  if (!answer.ok || answer.body === null) throw new Error(`${path}: ${String(answer.status)}`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += chunk.length;
  const ms = performance.now() - startedAt;
  return { ms, bytes, growth_mb: hasProc ? (await memoryMb(pid, 'VmHWM')) - before : null };
}

async function measure(format: string, get: Get, pid: number, case_id: number, print: Print): Promise<void> {
  const taken: Taken[] = [];
  for (let run = 0; run < runs; run += 1) {
    taken.push(await take(get, pid, `${String(case_id)}/export?format=${format}`));
  }
  print({ what: `${format}, size`, value: (taken[0]?.bytes ?? 0) / 1e6, unit: 'MB' });
  print({ what: `${format}, median`, value: median(taken.map(({ ms }) => ms)) / 1000, unit: 's' });
  const growth = taken.flatMap(({ growth_mb }) => (growth_mb === null ? [] : [growth_mb]));
  if (growth.length === 0) return;
  print({
    what: `${format}, growth of the server's memory, most`,
    value: Math.max(...growth),
    unit: 'MB',
    goal: growthGoal,
  });
}

export default {
  name: 'exports',
  run: async (print) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rhythmdesk-exports-'));
    const server = await benchServer([{ ...longPlan(new Date()), hospital: 'minato' }], dataDir);
    try {
      const get = await getter(server);
      const case_id = await analysedCase(dataDir, get);
      for (const format of exportFormats) await measure(format, get, server.pid, case_id, print);
    } finally {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
} satisfies Bench;
