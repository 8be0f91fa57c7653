/**
 * Measures a spreadsheet of 500,000 rows and 18 columns, written as the export of the patch list writes it. The figures
 * are the time, the size, the growth of the process, and how long its main thread is blocked. Memory is read from
 * `/proc`, so only on Linux. If LibreOffice is installed, it converts a sheet of hostile and typed values, which must
 * come out unchanged.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type {
  CellKind,
  SheetBatch,
  SheetCell,
  SheetPlan,
  SheetRow,
} from '@rhythmdesk/server/platform/spreadsheet/sheet-plan';
import { streamSheet } from '@rhythmdesk/server/platform/spreadsheet/stream-sheet';
import type { Bench, Print } from './bench.ts';

const rowCount = 500_000;
const batchRows = 1_000;
/** Most MB by which the process may grow, whatever the length; buffers wait for garbage collection. */
const growthGoal = 200;
/** Longest time for which the main thread may be blocked, 99th percentile. */
const holdGoalMs = 50;

const kinds: readonly CellKind[] = [
  ...(['text', 'text', 'text', 'text', 'text', 'whole', 'text', 'text', 'text', 'text', 'text'] as const),
  ...(['text', 'text', 'instant', 'decimal', 'instant', 'instant', 'instant'] as const),
];
const plan = (columns: readonly CellKind[]): SheetPlan => ({
  name: 'Patches',
  time_zone: 'Asia/Seoul',
  columns: columns.map((kind, at) => ({ head: `Column ${String(at + 1)}`, width: 20, kind })),
});

const startMs = Date.UTC(2026, 0, 1);
function rowAt(at: number): SheetRow {
  const moment = (after: number): string => new Date(startMs + (at * 61 + after) * 1000).toISOString();
  const texts = (count: number): SheetCell[] =>
    Array.from({ length: count }, (_none, column) => `値 ${String((at * 7919 + column) % 100_003)}`);
  return [
    ...texts(5),
    at % 100,
    ...texts(7),
    ...[moment(0), (at % 3_360) / 10, moment(3_600), moment(86_400), moment(90_000)],
  ];
}

async function* batches(): AsyncGenerator<SheetBatch, undefined> {
  for (let start = 0; start < rowCount; start += batchRows) {
    yield await Promise.resolve({
      rows: Array.from({ length: batchRows }, (_none, at) => rowAt(start + at)),
    });
  }
}

async function statusMb(field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1000;
}

async function writeLong(print: Print): Promise<void> {
  const hasProc = existsSync('/proc/self/clear_refs');
  if (hasProc) await writeFile('/proc/self/clear_refs', '5');
  const before = hasProc ? await statusMb('VmRSS') : 0;
  const held = monitorEventLoopDelay({ resolution: 10 });
  held.enable();
  const startedAt = performance.now();
  let bytes = 0;
  const { signal } = new AbortController();
  for await (const part of streamSheet(plan(kinds), batches(), signal)) bytes += part.byteLength;
  held.disable();
  const what = `${rowCount.toLocaleString('en')} rows`;
  print({ what: `${what}, written`, value: (performance.now() - startedAt) / 1000, unit: 's' });
  print({ what: `${what}, size`, value: bytes / 1e6, unit: 'MB' });
  print({
    what: `${what}, main thread blocked, 99th percentile`,
    value: held.percentile(99) / 1e6,
    unit: 'ms',
    goal: holdGoalMs,
  });
  if (!hasProc) return;
  const growth = (await statusMb('VmHWM')) - before;
  print({ what: `${what}, growth of the process, most`, value: growth, unit: 'MB', goal: growthGoal });
}

const office = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((path) => existsSync(path));

/** The values that are written, and how LibreOffice writes them as text. */
const values: readonly (readonly [CellKind, SheetCell, string])[] = [
  ['text', '=1+1', '=1+1'],
  ['text', '+1', '+1'],
  ['text', '-2', '-2'],
  ['text', '@SUM(A1)', '@SUM(A1)'],
  ['text', '007', '007'],
  ['text', '<f>&amp;', '<f>&amp;'],
  ['text', '_x0041_', '_x0041_'],
  ['text', '心電図 𝄞', '心電図 𝄞'],
  ['whole', 12_345, '12,345'],
  ['decimal', 7.5, '7.5'],
  ['share', 0.953, '95.3%'],
  ['instant', '2026-11-22T16:03:21.000Z', '2026-11-23 01:03:21'],
  ['date', '2024-02-29', '2024-02-29'],
  ['money', { currency: 'USD', amount_minor: -1_234_505 }, '-12,345.05'],
];

async function throughOffice(print: Print, program: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rhythmdesk-sheet-'));
  try {
    const parts: Uint8Array[] = [];
    async function* once(): AsyncGenerator<SheetBatch, undefined> {
      yield await Promise.resolve({ rows: [values.map(([, cell]) => cell)] });
    }
    const { signal } = new AbortController();
    for await (const part of streamSheet(plan(values.map(([kind]) => kind)), once(), signal))
      parts.push(part);
    await writeFile(join(folder, 'sheet.xlsx'), Buffer.concat(parts));
    // Tabs between cells, no quotes, UTF-8, values as shown.
    const form = 'csv:Text - txt - csv (StarCalc):9,0,76,1,,0,false,true';
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await promisify(execFile)(program, [
      ...[profile, '--headless', '--convert-to', form, '--outdir', folder, join(folder, 'sheet.xlsx')],
    ]);
    const [, line = ''] = (await readFile(join(folder, 'sheet.csv'), 'utf8')).split('\n');
    const shown = line.split('\t');
    const wrong = values.filter(([, , expected], at) => shown[at] !== expected).length;
    print({ what: 'values that LibreOffice shows otherwise', value: wrong, unit: '', goal: 0 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export default {
  name: 'spreadsheets',
  run: async (print) => {
    await writeLong(print);
    if (office !== undefined) await throughOffice(print, office);
  },
} satisfies Bench;
