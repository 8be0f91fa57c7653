/**
 * Measures reading a zip of 14 days as the server does, compared with `unzip -t` and `sha256sum` of the same file in
 * the same run.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runCaptured } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';
import type { Bench } from './bench.ts';
import { fortnight, longRecording } from './long-recording.ts';
import { median } from './machine-reference.ts';

const runs = 3;
const reading = z.object({ ms: z.number(), peak_mb: z.number(), refused: z.string().nullable() });

async function run(command: string, args: readonly string[]): Promise<{ ms: number; stdout: string }> {
  const startedAt = performance.now();
  const { code, output, stdout } = await runCaptured(command, args, { cwd: repositoryRoot });
  if (code !== 0) throw new Error(`${command}: ${output}`);
  return { ms: performance.now() - startedAt, stdout };
}

async function readOnce(zip: string): Promise<z.output<typeof reading>> {
  const folder = await mkdtemp(join(tmpdir(), 'rhythmdesk-ingest-'));
  try {
    const args = ['tools/bench/ingest-process.ts', zip, folder, fortnight.hn_id];
    const { stdout } = await run(process.execPath, args);
    const found = reading.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    if (found.refused !== null) throw new Error(`the zip was refused: ${found.refused}`);
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export default {
  name: 'ingest',
  run: async (print) => {
    const zip = await longRecording(fortnight, 'zip');
    print({ what: 'the zip', value: (await stat(zip)).size / 1e6, unit: 'MB' });
    const plain: number[] = [];
    const read: number[] = [];
    let peak = 0;
    for (let turn = 0; turn < runs; turn += 1) {
      const tested = await run('unzip', ['-tq', zip]);
      const hashed = await run('sha256sum', [zip]);
      plain.push(tested.ms + hashed.ms);
      const { ms, peak_mb } = await readOnce(zip);
      read.push(ms);
      peak = Math.max(peak, peak_mb);
    }
    print({ what: 'unzip -t and sha256sum, median', value: median(plain) / 1000, unit: 's' });
    print({ what: 'reading into the store, median', value: median(read) / 1000, unit: 's' });
    print({ what: 'reading, times of the two', value: median(read) / median(plain), unit: '×', goal: 3 });
    print({ what: 'peak memory of the reading process', value: peak, unit: 'MB', goal: 300 });
  },
} satisfies Bench;
