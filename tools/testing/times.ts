/** Shows how long the parts of a test run and its slowest files took. */
import { relative, sep } from 'node:path';
import { z } from 'zod';

export type FileTime = { readonly path: string; readonly ms: number };
export type PartTime = { readonly name: string; readonly ms: number; readonly files: readonly FileTime[] };

const shownFiles = 10;

const fileTimes = z.array(z.object({ path: z.string(), ms: z.number() }));

/** Reads the report of `file-times.ts`; the paths become relative to the repository. */
export const readFileTimes = (report: unknown, root: string): FileTime[] =>
  fileTimes.parse(report).map(({ path, ms }) => ({ path: relative(root, path).split(sep).join('/'), ms }));

/** Sums up times of the same file: the tests of a journey file, or a file that ran twice. */
function sumByFile(times: readonly FileTime[]): FileTime[] {
  const sums = new Map<string, number>();
  for (const { path, ms } of times) sums.set(path, (sums.get(path) ?? 0) + ms);
  return [...sums].map(([path, ms]) => ({ path, ms }));
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(8)} s`;

/** Returns the lines of the table: the time of each part, then the slowest files of all parts. */
export function timeTable(parts: readonly PartTime[]): string[] {
  const row = (ms: number, words: string): string => `${seconds(ms)}  ${words}`;
  const slowest = parts
    .flatMap(({ name, files }) => sumByFile(files).map((file) => ({ part: name, ...file })))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, shownFiles);
  const whole = parts.reduce((sum, { ms }) => sum + ms, 0);
  const heading = slowest.length === 0 ? [] : ['', '── slowest files'];
  return [
    '── time of each part',
    ...parts.map(({ name, ms }) => row(ms, name)),
    row(whole, 'all'),
    ...heading,
    ...slowest.map(({ part, path, ms }) => row(ms, `${part.padEnd(8)}  ${path}`)),
  ];
}
