/**
 * Implements `npm run bench:ecg`: scores the engine on the development recordings, prints every table, and writes the
 * figures to packages/ecg/src/scoring/accuracy-figures.ts and the page made from them, docs/accuracy.md.
 *
 * Options of `npm run bench:ecg`:
 * - `-- --speed` prints the speed of each stage.
 * - `-- --laws` prints what changes in the results if a recording is altered in ways that must change nothing.
 * - `-- --standstill` prints how many stretches without QRS are found.
 * - `-- --vfdb` prints the results for fibrillation, ventricular tachycardia and asystole.
 * - `-- --spikes` prints what isolated spikes change.
 * - `-- --atrial-flutter` prints how much drawn atrial flutter is named, and where it is named in the records.
 * - `-- --critical` prints the critical findings that the experts do not have, also under motion of an electrode.
 * - `-- --trained` writes the figures of the trainings again and measures nothing.
 *
 * Laws, standstill, vfdb, spikes, atrial-flutter and critical are stored in bench-tables.json, from which docs/accuracy.md states the goals.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accuracyTableKeys } from '@rhythmdesk/ecg/scoring/accuracy';
import { accuracyFigures } from '@rhythmdesk/ecg/scoring/accuracy-figures';
import type { AccuracyFigures, AccuracyRow, AccuracyTable } from '@rhythmdesk/ecg/scoring/accuracy';
import { beatFigures } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { engineVersion } from '@rhythmdesk/ecg/rhythm/summary';
import { accuracyText, tableText } from '../documents/accuracy-text.ts';
import { beatCells, numbers, scoreVariant, variants } from './bench-beats.ts';
import type { VariantScore } from './bench-beats.ts';
import { classTables } from './class-counts.ts';
import { noiseRows } from './bench-noise.ts';
import { flutterRows } from './bench-flutter.ts';
import { afRows, stripRows } from './bench-rhythm.ts';
import { criticalLines } from './bench-critical.ts';
import { lawLines } from './bench-laws.ts';
import { standstillLines } from './bench-standstill.ts';
import { vfdbLines } from './bench-vfdb.ts';
import { speedLines } from './bench-speed.ts';
import { spikeLines } from './bench-spikes.ts';
import { atrialFlutterLines } from './bench-atrial-flutter.ts';
import { waveRows } from './bench-waves.ts';
import { hasDevelopmentData } from './records.ts';
import { keepBench } from './bench-store.ts';
import { trainingCounts, trainingFigures } from './write-model.ts';

const recordRow = ({ name, table, unread }: VariantScore['records'][number]): AccuracyRow => ({
  name,
  cells: [...beatCells(beatFigures(table)), numbers(unread)],
});

type TrainedTable = 'unseen' | 'unseen_intervals' | Extract<AccuracyTable, `trained_${string}`>;

/** Returns the tables that the trainings measured, on recordings that their models did not see. */
function trainedTables(): Pick<AccuracyFigures['tables'], TrainedTable> {
  const trained = trainingFigures();
  const of = (table: TrainedTable): readonly AccuracyRow[] => trained[table] ?? [];
  return {
    ...classTables(trainingCounts()),
    trained_false: of('trained_false'),
    trained_runs: of('trained_runs'),
    trained_certainty: of('trained_certainty'),
    trained_detector: of('trained_detector'),
    trained_motion: of('trained_motion'),
    trained_af: of('trained_af'),
    trained_strips: of('trained_strips'),
  };
}

function measure(): AccuracyFigures {
  const show = (table: AccuracyTable, rows: readonly AccuracyRow[] = []): readonly AccuracyRow[] => {
    process.stdout.write(`${tableText(table, rows)}\n`);
    return rows;
  };
  const scores = variants.map(scoreVariant);
  const first = scores[0]?.records ?? [];
  return {
    engine_version: engineVersion,
    tables: {
      beats: show(
        'beats',
        scores.map((s) => ({ name: s.name, cells: beatCells(s.figures) })),
      ),
      records: show('records', first.map(recordRow)),
      motion: show('motion', noiseRows()),
      af: show('af', afRows()),
      strips: show('strips', stripRows()),
      flutter: show('flutter', flutterRows()),
      waves: show('waves', waveRows()),
      ...trainedTables(),
    },
  };
}

const divided = (head: string): string[] => [head, head.replace(/[^|]+/g, '---')];

/** Benchmarks whose tables are stored as they are, for the goals in docs/accuracy.md. */
const otherBenches: Readonly<
  Record<string, { readonly head: readonly string[]; readonly lines: () => string[] }>
> = {
  laws: {
    head: divided(
      '| what is done | tries in which beats appear or go | such beats per 10,000 | called V or S otherwise per 10,000 | worst |',
    ),
    lines: lawLines,
  },
  standstill: {
    head: divided(
      '| stretches without QRS | how many | found from beat to beat % | met % | named standstill % |',
    ),
    lines: standstillLines,
  },
  spikes: {
    head: divided('| spikes | beats | lost | new | called otherwise | new pauses | most lost |'),
    lines: spikeLines,
  },
  vfdb: { head: [], lines: vfdbLines },
  'atrial-flutter': {
    head: divided('| hearts or records | with flutter named | how much, or where |'),
    lines: atrialFlutterLines,
  },
  critical: {
    head: divided(
      '| recordings | hours | wrong VF · VT · pause · AV block · slow · fast AF | in 1,000 hours | where |',
    ),
    lines: criticalLines,
  },
};

const rowText = ({ name, cells }: AccuracyRow): string =>
  `{ name: '${name}', cells: [${cells.map((cell) => `[${cell.join(', ')}]`).join(', ')}] },`;

/** Returns the source with one row per line, so that two measurements can be compared, and merged, line by line. */
function figuresSource({ engine_version, tables }: AccuracyFigures): string {
  return [
    '/** Written by `npm run bench:ecg`; not edited by hand. What the rows and cells mean: accuracy.ts. */',
    "import type { AccuracyFigures } from './accuracy.ts';",
    '',
    '// prettier-ignore',
    'export const accuracyFigures: AccuracyFigures = {',
    `  engine_version: '${engine_version}',`,
    '  tables: {',
    ...accuracyTableKeys.flatMap((key) => [
      `    ${key}: [`,
      ...tables[key].map((row) => `      ${rowText(row)}`),
      '    ],',
    ]),
    '  },',
    '};',
    '',
  ].join('\n');
}

function write(path: string, text: string): void {
  writeFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), text);
}

async function main(): Promise<void> {
  if (!hasDevelopmentData()) {
    process.stdout.write('The development recordings are not here; nothing was measured.\n');
    return;
  }
  if (process.argv.includes('--speed')) {
    process.stdout.write(
      ['| stage | million samples/s | of a plain pass |', '|---|---|---|', ...(await speedLines()), ''].join(
        '\n',
      ),
    );
    return;
  }
  for (const [name, { head, lines }] of Object.entries(otherBenches))
    if (process.argv.includes(`--${name}`)) {
      const rows = [...head, ...lines()];
      process.stdout.write(`${rows.join('\n')}\n`);
      keepBench(name, rows);
      return;
    }
  const isTrainedOnly = process.argv.includes('--trained');
  const figures = isTrainedOnly
    ? { ...accuracyFigures, tables: { ...accuracyFigures.tables, ...trainedTables() } }
    : measure();
  write('packages/ecg/src/scoring/accuracy-figures.ts', figuresSource(figures));
  write('docs/accuracy.md', accuracyText(figures));
}

await main();
