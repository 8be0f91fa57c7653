/**
 * The form of a benchmark. A file `tools/bench/<name>.bench.ts` default-exports a `Bench`; `npm run bench` finds it.
 *
 * ```ts
 * export default {
 *   name: 'tiles',
 *   run: async (print) => print({ what: 'tile request, p95', value: 3.1, unit: 'ms', goal: 5 }),
 * } satisfies Bench;
 * ```
 */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The most that the figure may be; of a figure that should be large, the least. */
  readonly goal?: number;
  readonly better?: 'smaller' | 'larger';
};
export type Print = (figure: Figure) => void;
export type Bench = { readonly name: string; readonly run: (print: Print) => Promise<void> };

export function holds({ value, goal, better = 'smaller' }: Figure): boolean {
  if (goal === undefined) return true;
  return better === 'smaller' ? value <= goal : value >= goal;
}

const round = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });

/** `tile request, p95    3.1 ms   goal ≤ 5 ms (62 %)   0.04 × reference` */
export function describeFigure(figure: Figure, referenceMs: number): string {
  const { what, value, unit, goal, better = 'smaller' } = figure;
  const sign = better === 'smaller' ? '≤' : '≥';
  const share = goal === undefined || goal === 0 ? '' : ` (${round((100 * value) / goal)} %)`;
  const against =
    goal === undefined
      ? ''
      : `   goal ${sign} ${round(goal)} ${unit}${share}${holds(figure) ? '' : '   MISSED'}`;
  const inMs = unit === 'ms' ? value : unit === 's' ? value * 1000 : undefined;
  const relative = inMs === undefined ? '' : `   ${round(inMs / referenceMs)} × reference`;
  return `  ${what.padEnd(52)} ${round(value).padStart(8)} ${unit.padEnd(6)}${against}${relative}`;
}
