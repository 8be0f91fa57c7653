/** Writes the table of the figures that have a goal, from docs/benchmarks.json. */
import { holds, inReferences, round } from '../bench/bench.ts';
import { benchOf, type StoredFigure } from '../bench/stored-figures.ts';

const head = [
  '| Benchmark | Figure | Measured | Goal | By the reference | Date | Commit | Load |',
  '|---|---|---|---|---|---|---|---|',
];

const withUnit = (value: number, unit: string): string => `${round(value)} ${unit}`.trim();

function row(figure: StoredFigure): string {
  const { name, detail, value, unit, goal = 0, better, ratio, date, commit, load } = figure;
  const measured = withUnit(value, unit);
  const cells = [
    `\`${benchOf(figure)}\``,
    detail === undefined ? name : `${name} (${detail})`,
    holds({ what: name, value, unit, goal, better }) ? measured : `**${measured}**`,
    `${better === 'smaller' ? '≤' : '≥'} ${withUnit(goal, unit)}`,
    ratio === undefined ? '–' : inReferences(ratio, unit),
    date,
    commit === undefined ? '–' : `\`${commit}\``,
    load === undefined ? '–' : String(load),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

export function benchmarksText(figures: readonly StoredFigure[]): string {
  return [...head, ...figures.filter(({ goal }) => goal !== undefined).map(row)].join('\n');
}
