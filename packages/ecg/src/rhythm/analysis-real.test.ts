import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseWfdbAnnotations } from '../formats/wfdb-annotation.ts';
import { parseWfdbHeader } from '../formats/wfdb-header.ts';
import { readWfdbSignals } from '../formats/wfdb-signal.ts';
import { beatClassFromWfdb, beatLabels } from '../labels/beat-labels.ts';
import { beatFigures, compareBeats, percent } from '../scoring/beat-by-beat.ts';
import type { LabelledBeats } from '../scoring/beat-by-beat.ts';
import { byteP } from '../beats/beat-class.ts';
import { createAnalysis } from './analysis.ts';
import type { AnalysisResult } from './analysis.ts';

const folder = new URL('../../../../../shared/data/mitdb/', import.meta.url);
const here = existsSync(folder);

function record(name: string): { first: Int16Array; reference: LabelledBeats } {
  const header = parseWfdbHeader(readFileSync(new URL(`${name}.hea`, folder)));
  if (!header.ok) throw new Error(header.code);
  const signals = readWfdbSignals(
    header.value,
    new Map([[`${name}.dat`, readFileSync(new URL(`${name}.dat`, folder))]]),
  );
  const notes = parseWfdbAnnotations(readFileSync(new URL(`${name}.atr`, folder)));
  if (!signals.ok || !notes.ok) throw new Error('unreadable');
  const beats = notes.value.annotations.flatMap(({ sample, code }) => {
    const found = beatClassFromWfdb(code);
    return found ? [{ sample, byte: beatLabels[found].byte }] : [];
  });
  return {
    first: Int16Array.from(signals.value.samples[0] ?? [], (value) => value - 1024),
    reference: { samples: beats.map((beat) => beat.sample), classes: beats.map((beat) => beat.byte) },
  };
}

function analysed(first: Int16Array): AnalysisResult {
  const analysis = createAnalysis({ sampling_hz: 360, gains_uv: [5] });
  for (let from = 0; from < first.length; from += 3600) analysis.push(first.subarray(from, from + 3600));
  return analysis.finish();
}

const figuresOf = (reference: LabelledBeats, result: AnalysisResult) =>
  beatFigures(compareBeats({ reference, test: result.beats, sampling_hz: 360 }));

test.skipIf(!here)('record 119 has its beats, ventricular beats and bigeminy (needs ../shared/data)', () => {
  const { first, reference } = record('119');
  const result = analysed(first);
  const figures = figuresOf(reference, result);
  expect(percent(figures.qrs_sensitivity)).toBeGreaterThan(99.9);
  expect(percent(figures.qrs_predictivity)).toBeGreaterThan(99.9);
  expect(percent(figures.v_sensitivity)).toBeGreaterThan(98);
  expect(result.summary.v.bigeminies).toBeGreaterThan(3);
  expect(result.summary.analysed_s).toBeGreaterThan(0.99 * result.summary.duration_s);
});

test.skipIf(!here)(
  'record 209 inverted and two records joined: the result moves with the signal (needs ../shared/data)',
  () => {
    const one = record('209');
    const other = record('122');
    const plain = figuresOf(one.reference, analysed(one.first));
    const turned = figuresOf(one.reference, analysed(one.first.map((value) => -value)));
    expect(turned.qrs_sensitivity).toEqual(plain.qrs_sensitivity);
    expect(percent(plain.s_predictivity)).toBeGreaterThan(85);
    const length = one.first.length;
    const joined = new Int16Array(length + other.first.length);
    joined.set(one.first);
    joined.set(other.first, length);
    const reference = {
      samples: [
        ...Array.from(one.reference.samples),
        ...Array.from(other.reference.samples, (s) => s + length),
      ],
      classes: [...Array.from(one.reference.classes), ...Array.from(other.reference.classes)],
    };
    const both = figuresOf(reference, analysed(joined));
    expect(percent(both.qrs_sensitivity)).toBeGreaterThan(99.8);
    expect(percent(both.qrs_predictivity)).toBeGreaterThan(99.8);
  },
);

test.skipIf(!here)(
  'record 102 is paced; record 201 has fibrillation in its first part (needs ../shared/data)',
  () => {
    const paced = analysed(record('102').first);
    expect(paced.beats.classes.filter((byte) => byte === byteP).length).toBeGreaterThan(1800);
    const { af } = analysed(record('201').first).summary;
    expect(af.burden).toBeGreaterThan(0.3);
  },
);

test.skipIf(!here)('record 207 has flutter six times; 119 has none (needs ../shared/data)', () => {
  const of = (name: string) =>
    analysed(record(name).first)
      .summary.episodes.filter(({ kind }) => kind === 'vfl')
      .map(({ start_sample, end_sample }) => [start_sample / 360, end_sample / 360] as const);
  const found = of('207');
  for (const [from, to] of [
    [41, 51],
    [55, 60],
    [243, 246],
    [248, 261],
    [270, 281],
    [1541, 1639],
  ] as const)
    expect(found.some(([start, end]) => start < to && end > from)).toBe(true);
  expect(found.every(([start, end]) => (start > 30 && end < 290) || (start > 1530 && end < 1650))).toBe(true);
  expect(of('119')).toEqual([]);
});
