/**
 * `npm run bench:ecg` scores the engine on the development recordings, prints every table and writes docs/accuracy.md;
 * `npm run bench:ecg -- --speed` prints how fast each stage is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beatFigures } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { engineVersion } from '@rhythmdesk/ecg/rhythm/summary';
import { beatLine, figure, runLines, scoreVariant, variants } from './bench-beats.ts';
import type { VariantScore } from './bench-beats.ts';
import { noiseLines } from './bench-noise.ts';
import { afLines, stripLine } from './bench-rhythm.ts';
import { speedLines } from './bench-speed.ts';
import { waveLines } from './bench-waves.ts';
import { hasDevelopmentData } from './records.ts';
import { trainingFigures } from './write-model.ts';

const beatHead = '| | QRS | V | S |\n|---|---|---|---|';

function recordTable(score: VariantScore): string {
  const lines = score.records.map(
    (record) =>
      `${beatLine(record.name, beatFigures(record.table))} ${figure({ hits: Math.round(1e4 * record.unread_share), of: 1e4 })} |`,
  );
  return ['| | QRS | V | S | not usable % |', '|---|---|---|---|---|', ...lines].join('\n');
}

function section(title: string, ...parts: string[]): string {
  const text = `## ${title}\n\n${parts.join('\n\n')}\n`;
  process.stdout.write(`${text}\n`);
  return text;
}

function accuracy(): string {
  const scores = variants.map(scoreVariant);
  const first = scores[0];
  const trained = Object.values(trainingFigures()).map((line) => `- ${line}`);
  return [
    section(
      'Beats (mitdb, 24 records)',
      'Sensitivity / positive predictivity in percent.',
      [beatHead, ...scores.map((s) => beatLine(s.title, s.figures))].join('\n'),
    ),
    section('Beats, record by record (first lead)', first ? recordTable(first) : ''),
    section(
      'Ventricular runs (first lead)',
      [
        '| run | sensitivity (reference runs) | predictivity (runs found) |',
        '|---|---|---|',
        ...(first ? runLines(first.records) : []),
      ].join('\n'),
    ),
    section(
      'Electrode motion (nstdb, first lead)',
      [
        '| record | all time | usable time | usable noisy time | noisy time kept % | clean start called unusable % |',
        '|---|---|---|---|---|---|',
        ...noiseLines(),
      ].join('\n'),
    ),
    section(
      'Atrial fibrillation from beat positions (afdb)',
      [
        '| record | AF beats found % | other beats right % | episodes of 30 s and more |',
        '|---|---|---|---|',
        ...afLines(),
      ].join('\n'),
    ),
    section('Atrial fibrillation in strips (cinc2017, A against N and O)', stripLine()),
    section(
      'Bounds of P, QRS and T (ludb, lead II)',
      'Milliseconds after the cardiologist, median (quartiles). Not learned; two limits were chosen on these records.',
      ['| wave | found | onset | offset |', '|---|---|---|---|', ...waveLines()].join('\n'),
    ),
    section('Cross-validated figures of the training', trained.join('\n')),
  ].join('\n');
}

function main(): void {
  if (!hasDevelopmentData()) {
    process.stdout.write('The development recordings are not here; nothing was measured.\n');
    return;
  }
  if (process.argv.includes('--speed')) {
    process.stdout.write(
      ['| stage | million samples/s | of a plain pass |', '|---|---|---|', ...speedLines(), ''].join('\n'),
    );
    return;
  }
  const method = readFileSync(fileURLToPath(new URL('./accuracy-method.md', import.meta.url)), 'utf8');
  const page = `# How accurate is the automatic analysis?\n\nEngine ${engineVersion}. Written by \`npm run bench:ecg\`; not edited by hand.\n\n${method}\n${accuracy()}`;
  writeFileSync(fileURLToPath(new URL('../../docs/accuracy.md', import.meta.url)), page);
}

main();
