/**
 * Measures a full disclosure of 14 days: 2,017 lines of ten minutes as the job makes them, and a day with one minute
 * per line.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { streamDisclosure } from '../../packages/server/src/features/reports/disclosure/stream-disclosure.ts';
import type { Bench } from './bench.ts';
import { disclosureCase } from './disclosure-case.ts';

const goalMs = 30_000;
/** Growth over the memory of the process before the first page was requested. */
const mostMb = 500;
/** Folder in which the pages are kept to be looked at, if set. */
const folder = process.env['REPORT_BENCH_DIR'];

const cases = [
  { days: 1, minutes: '1' },
  { days: 14, minutes: '10' },
] as const;

export default {
  name: 'disclosure',
  run: async (print) => {
    for (const { days, minutes } of cases) {
      const { files_folder, orderOf, headOf } = await disclosureCase(days);
      const order = orderOf(minutes);
      const signal = new AbortController().signal;
      const parts: Uint8Array[] = [];
      let [bytes, most] = [0, 0];
      const beforeBytes = process.memoryUsage().rss;
      const before = process.cpuUsage();
      const began = performance.now();
      for await (const piece of streamDisclosure(order, headOf('ja', order), signal)) {
        bytes += piece.bytes.byteLength;
        most = Math.max(most, process.memoryUsage().rss);
        if (folder !== undefined) parts.push(piece.bytes);
      }
      const took = performance.now() - began;
      const { user, system } = process.cpuUsage(before);
      const what = `${String(days)} days, ${String(order.layout.lines)} lines of ${minutes} min`;
      const mb = Math.round(bytes / 1024 ** 2);
      print({
        what: `${what}: time`,
        detail: `${String(mb)} MB`,
        value: took,
        unit: 'ms',
        ...(days === 14 && { goal: goalMs }),
      });
      print({ what: `${what}: processor time`, value: (user + system) / 1000, unit: 'ms' });
      const grown = (most - beforeBytes) / 1024 ** 2;
      print({ what: `${what}: the process grows by`, value: grown, unit: 'MB', goal: mostMb });
      rmSync(files_folder, { recursive: true, force: true });
      if (folder === undefined) continue;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `disclosure-${String(days)}-${minutes}.pdf`), Buffer.concat(parts));
    }
  },
} satisfies Bench;
