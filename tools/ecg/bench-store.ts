/** Stores the tables of the benchmarks that are no table of the accuracy page, each with the engine that it measured. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { engineVersion } from '@rhythmdesk/ecg/rhythm/summary';
import { z } from 'zod';

const file = fileURLToPath(new URL('./bench-tables.json', import.meta.url));
const tables = z.record(
  z.string(),
  z.strictObject({ engine_version: z.string(), rows: z.array(z.string()) }),
);
type BenchTables = z.output<typeof tables>;

export const benchTables = (): BenchTables =>
  existsSync(file) ? tables.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};

export function keepBench(name: string, rows: readonly string[]): void {
  const all = { ...benchTables(), [name]: { engine_version: engineVersion, rows } };
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

/** Returns a cell of a stored table: that of the row with this first cell, counted from 0. */
export function benchCell(all: BenchTables, name: string, row: string, column: number): string {
  const table = all[name];
  if (!table) return `not measured again (\`--${name}\`)`;
  const cells = table.rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const found = cells.find(([first]) => first === row)?.[column];
  if (found === undefined) throw new Error(`no cell ${name} / ${row} / ${String(column)}`);
  return found;
}
