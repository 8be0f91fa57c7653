/**
 * Stores the figures of the benchmarks in docs/benchmarks.json, one per line. A time or a rate is also stored in the
 * machine's reference, with which it is compared on another machine.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ratioOf, type Figure } from './bench.ts';

const storedFigure = z.strictObject({
  /** The benchmark and the name of the figure: `tiles/raw-tile-level-0-p95`. */
  id: z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/),
  name: z.string(),
  detail: z.string().optional(),
  value: z.number(),
  unit: z.string(),
  goal: z.number().optional(),
  better: z.enum(['smaller', 'larger']),
  /** A time or a rate in the machine's reference, if that is known. */
  ratio: z.number().optional(),
  date: z.iso.date(),
  commit: z.string().optional(),
  /** The machine's load at the start of the benchmark. */
  load: z.number().optional(),
});
export type StoredFigure = z.output<typeof storedFigure>;

export const figuresPath = 'docs/benchmarks.json';
const file = z.strictObject({ figures: z.array(storedFigure) });

export function readFigures(root: string): StoredFigure[] {
  return file.parse(JSON.parse(readFileSync(join(root, figuresPath), 'utf8'))).figures;
}

export function writeFigures(root: string, figures: readonly StoredFigure[]): void {
  const lines = figures.map((figure) => `  ${JSON.stringify(figure)}`);
  writeFileSync(join(root, figuresPath), `{\n "figures": [\n${lines.join(',\n')}\n ]\n}\n`);
}

const signs: Readonly<Record<string, string>> = { '→': ' to ', '÷': ' by ', '×': ' times ', '’': '' };

export const figureIdOf = (bench: string, what: string): string => {
  const words = what.replaceAll(/[→÷×’]/g, (sign) => signs[sign] ?? '').toLowerCase();
  return `${bench}/${words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')}`;
};

export const benchOf = ({ id }: Pick<StoredFigure, 'id'>): string => id.split('/')[0] ?? '';

/** Leaves out counts without a goal and the machine's load: they describe the measurement and the machine. */
export const isKept = ({ unit, goal }: Figure): boolean => unit !== '' || goal !== undefined;

const significant = (value: number): number => Number(value.toPrecision(4));

export type Circumstances = Pick<StoredFigure, 'date' | 'commit' | 'load'> & { readonly referenceMs: number };

export function storedOf(
  bench: string,
  figure: Figure,
  { referenceMs, ...measured }: Circumstances,
): StoredFigure {
  const { what, detail, value, unit, goal, better = 'smaller' } = figure;
  const ratio = ratioOf(figure, referenceMs);
  return {
    id: figureIdOf(bench, what),
    name: what,
    ...(detail !== undefined && { detail }),
    value: significant(value),
    unit,
    ...(goal !== undefined && { goal }),
    better,
    ...(ratio !== undefined && { ratio: significant(ratio) }),
    ...measured,
  };
}

/**
 * Returns the stored figures with those of the benchmarks that ran replaced. A stored figure that was not measured this
 * time is kept, because some benchmarks measure parts of theirs only sometimes.
 */
export function replaceFigures(
  stored: readonly StoredFigure[],
  measured: readonly StoredFigure[],
): StoredFigure[] {
  const ids = new Set(measured.map(({ id }) => id));
  const others = stored.filter(({ id }) => !ids.has(id));
  const byBench = Map.groupBy([...measured, ...others], benchOf);
  return [...byBench.keys()].sort().flatMap((bench) => byBench.get(bench) ?? []);
}
