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
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accuracyTableKeys } from '@rhythmdesk/ecg/scoring/accuracy';
import type { AccuracyFigures, AccuracyRow, AccuracyTable } from '@rhythmdesk/ecg/scoring/accuracy';
import { beatFigures } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { engineVersion } from '@rhythmdesk/ecg/rhythm/summary';
import { accuracyText, tableText } from '../documents/accuracy-text.ts';
import { beatCells, numbers, scoreVariant, variants } from './bench-beats.ts';
import type { VariantScore } from './bench-beats.ts';
import { noiseRows } from './bench-noise.ts';
import { flutterRows } from './bench-flutter.ts';
import { afRows, stripRows } from './bench-rhythm.ts';
import { lawLines } from './bench-laws.ts';
import { standstillLines } from './bench-standstill.ts';
import { vfdbLines } from './bench-vfdb.ts';
import { speedLines } from './bench-speed.ts';
import { spikeLines } from './bench-spikes.ts';
import { waveRows } from './bench-waves.ts';
import { hasDevelopmentData } from './records.ts';
import { trainingFigures } from './write-model.ts';

const recordRow = ({ name, table, unread }: VariantScore['records'][number]): AccuracyRow => ({
  name,
  cells: [...beatCells(beatFigures(table)), numbers(unread)],
});

function measure(): AccuracyFigures {
  const trained = trainingFigures();
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
      trained_classes: show('trained_classes', trained['trained_classes']),
      unseen: show('unseen', trained['unseen']),
      trained_false: show('trained_false', trained['trained_false']),
      trained_runs: show('trained_runs', trained['trained_runs']),
      trained_certainty: show('trained_certainty', trained['trained_certainty']),
      trained_detector: show('trained_detector', trained['trained_detector']),
      trained_motion: show('trained_motion', trained['trained_motion']),
      trained_af: show('trained_af', trained['trained_af']),
      trained_strips: show('trained_strips', trained['trained_strips']),
    },
  };
}

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
  if (process.argv.includes('--laws')) {
    const head =
      '| what is done | tries in which beats appear or go | such beats per 10,000 | called V or S otherwise per 10,000 | worst |';
    process.stdout.write([head, '|---|---|---|---|---|', ...lawLines(), ''].join('\n'));
    return;
  }
  if (process.argv.includes('--standstill')) {
    const head =
      '| stretches without QRS | how many | found from beat to beat % | met % | named standstill % |';
    process.stdout.write([head, '|---|---|---|---|---|', ...standstillLines(), ''].join('\n'));
    return;
  }
  if (process.argv.includes('--spikes')) {
    const head = '| spikes | beats | lost | new | called otherwise | new pauses | most lost |';
    process.stdout.write([head, '|---|---|---|---|---|---|---|', ...spikeLines(), ''].join('\n'));
    return;
  }
  if (process.argv.includes('--vfdb')) {
    process.stdout.write(`${vfdbLines().join('\n')}\n`);
    return;
  }
  const figures = measure();
  write('packages/ecg/src/scoring/accuracy-figures.ts', figuresSource(figures));
  write('docs/accuracy.md', accuracyText(figures));
}

await main();
