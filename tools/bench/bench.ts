/**
 * Defines the form of a benchmark. A file `tools/bench/<name>.bench.ts` default-exports a `Bench`; `npm run bench`
 * finds it.
 *
 * ```ts
 * export default {
 *   name: 'tiles',
 *   run: async (print) => print({ what: 'tile request, p95', value: 3.1, unit: 'ms', goal: 5 }),
 * } satisfies Bench;
 * ```
 */
export type Figure = {
  /** The same in every run: the figure is stored under this name. */
  readonly what: string;
  /** What may differ from run to run: a size, the slowest of several queries. */
  readonly detail?: string;
  readonly value: number;
  readonly unit: string;
  /** The upper limit of the figure; the lower limit if it should be large. */
  readonly goal?: number;
  readonly better?: 'smaller' | 'larger';
};
export type Print = (figure: Figure) => void;
export type Bench = {
  readonly name: string;
  /** What this machine lacks for the benchmark, such as recordings; the benchmark is then left out. */
  readonly lacks?: () => string | undefined;
  readonly run: (print: Print) => Promise<void>;
};

export function holds({ value, goal, better = 'smaller' }: Figure): boolean {
  if (goal === undefined) return true;
  return better === 'smaller' ? value <= goal : value >= goal;
}

/**
 * Converts a figure to the machine's reference, so that machines can be compared: for a time, how many references it
 * takes; for a rate (`M/s`), how much is done in one reference. Undefined for figures that do not depend on the
 * machine.
 */
export function ratioOf(
  { value, unit }: Pick<Figure, 'value' | 'unit'>,
  referenceMs: number,
): number | undefined {
  if (unit === 'ms') return value / referenceMs;
  if (unit === 's') return (value * 1_000) / referenceMs;
  return unit === 'M/s' ? (value * referenceMs) / 1_000 : undefined;
}

/** Writes a figure in units of the reference: `0.04 × reference`; for a rate `49.7 M a reference`. */
export const inReferences = (ratio: number, unit: string): string =>
  unit === 'M/s' ? `${round(ratio)} M a reference` : `${round(ratio)} × reference`;

export const round = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });

/** Writes one line for a figure: `tile request, p95    3.1 ms   goal ≤ 5 ms (62 %)   0.04 × reference` */
export function describeFigure(figure: Figure, referenceMs: number): string {
  const { what, detail, value, unit, goal, better = 'smaller' } = figure;
  const name = detail === undefined ? what : `${what}: ${detail}`;
  const sign = better === 'smaller' ? '≤' : '≥';
  const share = goal === undefined || goal === 0 ? '' : ` (${round((100 * value) / goal)} %)`;
  const against =
    goal === undefined
      ? ''
      : `   goal ${sign} ${round(goal)} ${unit}${share}${holds(figure) ? '' : '   MISSED'}`;
  const ratio = ratioOf(figure, referenceMs);
  const relative = ratio === undefined ? '' : `   ${inReferences(ratio, unit)}`;
  return `  ${name.padEnd(52)} ${round(value).padStart(8)} ${unit.padEnd(6)}${against}${relative}`;
}
