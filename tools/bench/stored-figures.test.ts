import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { benchmarksText } from '../documents/benchmarks-text.ts';
import { bestOf, combineRuns, compareFigures, timesWorse } from './compare-figures.ts';
import {
  figuresPath,
  figureIdOf,
  isKept,
  readFigures,
  replaceFigures,
  storedOf,
  writeFigures,
  type StoredFigure,
} from './stored-figures.ts';

const measured = { referenceMs: 100, date: '2026-11-26', commit: 'bdde13f7', load: 1.2 };
const tile = { what: 'raw tile (level 0), p95', value: 5, unit: 'ms', goal: 3 };
const stored = (id: string, values: Partial<StoredFigure>): StoredFigure => ({
  id,
  name: id,
  value: 1,
  unit: '',
  better: 'smaller',
  date: '2026-11-21',
  ...values,
});
const time = (id: string, ratio: number, value = ratio * 100): StoredFigure =>
  stored(id, { ratio, value, unit: 'ms' });
const ran = { benches: ['tiles'], all: ['tiles', 'desk'] };

test('a time and a rate are stored with their ratio, everything else as it is', () => {
  expect(storedOf('tiles', tile, measured)).toEqual({
    id: 'tiles/raw-tile-level-0-p95',
    name: tile.what,
    value: 5,
    unit: 'ms',
    goal: 3,
    better: 'smaller',
    ratio: 0.05,
    date: '2026-11-26',
    commit: 'bdde13f7',
    load: 1.2,
  });
  const seconds = storedOf('ingest', { what: 'read', value: 1.23456, unit: 's' }, measured);
  expect([seconds.ratio, seconds.value]).toEqual([12.35, 1.235]);
  const rate = { what: 'detection', value: 97, unit: 'M/s', better: 'larger' } as const;
  expect(storedOf('engine-speed', rate, measured).ratio).toBe(9.7);
  const frames = { what: 'frames', value: 60, unit: '/s', better: 'larger' } as const;
  expect(storedOf('desk', frames, measured)).not.toHaveProperty('ratio');
  expect(storedOf('desk', frames, measured).better).toBe('larger');
});

test('an identifier has the letters and digits of the name', () => {
  expect(figureIdOf('desk', '24 h, key → next finding drawn, median')).toBe(
    'desk/24-h-key-to-next-finding-drawn-median',
  );
  expect(figureIdOf('desk', 'blocks with ÷ without, users’ views')).toBe(
    'desk/blocks-with-by-without-users-views',
  );
});

test('a count with a goal is stored', () => {
  expect(isKept({ what: 'walls', value: 3, unit: '' })).toBe(false);
  expect(isKept({ what: 'inputs', value: 3, unit: '', goal: 8 })).toBe(true);
  expect(isKept({ what: 'size', value: 3, unit: 'MB' })).toBe(true);
});

test('only measured figures are replaced, and a line of the file is a figure', () => {
  const old = [stored('desk/a', {}), stored('tiles/a', { value: 1 }), stored('tiles/b', {})];
  const now = [stored('tiles/c', {}), stored('tiles/a', { value: 2 })];
  const figures = replaceFigures(old, now);
  expect(figures.map(({ id, value }) => `${id} ${value}`)).toEqual([
    'desk/a 1',
    'tiles/c 1',
    'tiles/a 2',
    'tiles/b 1',
  ]);
  const root = mkdtempSync(join(tmpdir(), 'rhythmdesk-figures-'));
  mkdirSync(join(root, 'docs'));
  writeFigures(root, figures);
  expect(readFigures(root)).toEqual(figures);
  expect(readFileSync(join(root, figuresPath), 'utf8').match(/"id"/g)).toHaveLength(4);
  expect(readFileSync(join(root, figuresPath), 'utf8').split('\n')).toHaveLength(9);
  rmSync(root, { recursive: true });
});

test('a time becomes worse by its ratio, on any machine', () => {
  const before = [time('tiles/a', 0.1), time('tiles/b', 0.1)];
  const now = [time('tiles/a', 0.129, 40), time('tiles/b', 0.14, 14)];
  const { slipped, again } = compareFigures(now, before, ran);
  expect(slipped).toEqual([
    'tiles/b: 14 ms (0.14 × reference), 1.4 times worse than 10 ms (0.1 × reference) of 2026-11-21',
  ]);
  expect(again).toEqual(['tiles']);
});

test('a figure that should be large becomes worse when it gets smaller, and an improvement never does', () => {
  const frames = (value: number): StoredFigure => stored('tiles/a', { value, unit: '/s', better: 'larger' });
  expect(compareFigures([frames(45)], [frames(60)], ran).slipped).toHaveLength(1);
  expect(compareFigures([frames(47)], [frames(60)], ran).slipped).toEqual([]);
  expect(compareFigures([frames(600)], [frames(60)], ran).slipped).toEqual([]);
  expect(compareFigures([time('tiles/a', 0.01)], [time('tiles/a', 0.1)], ran).slipped).toEqual([]);
});

test('a figure of zero becomes worse once it misses its goal', () => {
  const off = (value: number, goal?: number): StoredFigure =>
    stored('tiles/a', { value, unit: 'smp', ...(goal !== undefined && { goal }) });
  expect(timesWorse(off(0, 1), off(0, 1))).toBe(1);
  expect(timesWorse(off(1, 1), off(0, 1))).toBe(1);
  expect(timesWorse(off(2, 1), off(0, 1))).toBe(Infinity);
  expect(timesWorse(off(1), off(0))).toBe(Infinity);
  const frames = (value: number): StoredFigure => ({ ...off(value), better: 'larger' });
  expect(timesWorse(frames(0), frames(60))).toBe(Infinity);
});

test('the better of two runs counts, so that a busy moment changes nothing', () => {
  const before = [time('tiles/a', 0.1), time('tiles/b', 0.1)];
  const first = [time('tiles/a', 0.2), time('tiles/b', 0.1)];
  const second = [time('tiles/a', 0.11), time('tiles/b', 0.3), time('tiles/c', 1)];
  expect(compareFigures(bestOf(first, second), before, ran).slipped).toEqual([]);
  const slow = [time('tiles/a', 0.15), time('tiles/b', 0.3)];
  expect(compareFigures(bestOf(first, slow), before, ran).slipped).toHaveLength(1);
  expect(bestOf(first, []).map(({ ratio }) => ratio)).toEqual([0.2, 0.1]);
  expect(bestOf(first, second).map(({ id }) => id)).toEqual(['tiles/a', 'tiles/b', 'tiles/c']);
});

test('of a benchmark that only ran on a busy machine, times are not judged; other figures are', () => {
  const before = [time('tiles/a', 0.1), stored('tiles/size', { unit: 'MB', value: 10 })];
  const run = (ratio: number, size: number) => [
    time('tiles/a', ratio),
    stored('tiles/size', { unit: 'MB', value: size }),
    stored('tiles/frames', { unit: '/s', better: 'larger', value: 60 }),
  ];
  const judged = (runs: Parameters<typeof combineRuns>[0]) => {
    const { figures, unjudged } = combineRuns(runs);
    const { slipped, unmeasured } = compareFigures(figures, before, { ...ran, unjudged });
    return { slipped: slipped.map((line) => line.split(':')[0]), unjudged, unmeasured };
  };
  const [slow, fast] = [run(0.2, 10), run(0.1, 10)];
  const busy = (figures: ReturnType<typeof run>) => ({ figures, busy: true });
  const quiet = (figures: ReturnType<typeof run>) => ({ figures, busy: false });
  const nothing = { slipped: [], unmeasured: [] };
  expect(judged([busy(slow), busy(fast)])).toEqual({ ...nothing, unjudged: ['tiles/a', 'tiles/frames'] });
  expect(judged([busy(slow), quiet(fast)])).toEqual({ ...nothing, unjudged: [] });
  // A fast time of a busy run may be the fault of its reference.
  expect(judged([quiet(slow), busy(fast)])).toEqual({ ...nothing, slipped: ['tiles/a'], unjudged: [] });
  expect(judged([busy(run(0.2, 20))]).slipped).toEqual(['tiles/size']);
});

test('figures that are missing on either side are named, except those of benchmarks that did not run', () => {
  const before = [
    time('tiles/a', 0.1),
    time('desk/a', 0.1),
    time('removed/a', 0.1),
    stored('tiles/old', { unit: 'ms' }),
  ];
  const now = [time('tiles/new', 0.1), time('tiles/old', 0.1)];
  const { slipped, missing, unmeasured, bare } = compareFigures(now, before, ran);
  expect(slipped).toEqual([]);
  expect(missing).toEqual(['tiles/new']);
  expect(unmeasured).toEqual(['tiles/a (2026-11-21)', 'removed/a (2026-11-21)']);
  expect(bare).toEqual(['tiles/old']);
});

test('the table has the figures with a goal, a missed one in bold, and dashes for unknown values', () => {
  const rows = benchmarksText([
    storedOf('tiles', { ...tile, detail: 'a | b' }, measured),
    stored('desk/frames', { name: 'frames', value: 60, unit: '/s', better: 'larger', goal: 59 }),
    stored('desk/size', {}),
  ]).split('\n');
  expect(rows).toHaveLength(4);
  expect(rows[2]).toBe(
    '| `tiles` | raw tile (level 0), p95 (a \\| b) | **5 ms** | ≤ 3 ms | 0.05 × reference | 2026-11-26 | `bdde13f7` | 1.2 |',
  );
  expect(rows[3]).toBe('| `desk` | frames | 60 /s | ≥ 59 /s | – | 2026-11-21 | – | – |');
});
