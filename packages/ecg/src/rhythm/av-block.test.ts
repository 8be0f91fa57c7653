/**
 * Checks AV block on synthetic hearts: its kind is detected where P waves are visible, and no block is reported
 * elsewhere.
 */
import { expect, test } from 'vitest';
import { encodeBeats } from '../beats/beat-file.ts';
import { defaultCriteria } from '../criteria/criteria.ts';
import { isAvBlock } from '../labels/rhythm-labels.ts';
import type { AvBlockKind } from '../labels/rhythm-labels.ts';
import { applyEdits } from '../reading/reading.ts';
import { readFindings } from '../reading/reading-figures.ts';
import { drawAvBlock } from '../synth/test-av-block.ts';
import type { BlockSignal, DrawnBlock } from '../synth/test-av-block.ts';
import { summarise } from './summarise.ts';
import type { AnalysisResult } from './analysis.ts';
import { analysed, knownSignal } from './test-signal.ts';

const hz = 250;
const blocksOf = ({ summary }: AnalysisResult) => summary.episodes.filter(({ kind }) => isAvBlock(kind));

/** Returns the share of the block that is detected as its kind. */
function named(kind: AvBlockKind, { frames, start, end }: BlockSignal): number {
  const within = blocksOf(analysed(frames, hz)).filter((one) => one.kind === kind);
  const samples = within.map((one) => Math.min(end, one.end_sample) - Math.max(start, one.start_sample));
  return samples.reduce((sum, length) => sum + Math.max(0, length), 0) / (end - start);
}

const cases: readonly (readonly [AvBlockKind, Partial<DrawnBlock>, number])[] = [
  ['wenckebach', { p_waves: 3 }, 0.6],
  ['wenckebach', { p_waves: 6, growth_s: 0.06 }, 0.6],
  ['mobitz', { p_waves: 3 }, 0.8],
  ['mobitz', { p_waves: 5, atrial_bpm: 60 }, 0.8],
  ['avb_2to1', {}, 0.9],
  ['avb_2to1', { atrial_bpm: 65, muscle_uv: 15 }, 0.8],
  ['avb_high', { p_waves: 3 }, 0.9],
  ['avb_high', { p_waves: 4, atrial_bpm: 70 }, 0.8],
  ['avb3', {}, 0.7],
  ['avb3', { escape_bpm: 33, atrial_bpm: 90 }, 0.9],
  ['avb3', { escape_bpm: 45, atrial_bpm: 70 }, 0.6],
  ['avb3', { is_wide_escape: true }, 0.8],
  ['avb3', { is_wide_escape: true, escape_bpm: 31, atrial_bpm: 75 }, 0.8],
  ['avb3', { is_wide_escape: true, escape_bpm: 45, atrial_bpm: 75 }, 0.8],
  ['avb3', { is_wide_escape: true, escape_bpm: 34, atrial_bpm: 90, muscle_uv: 15 }, 0.5],
  ['avb1', { growth_s: 0.08, block_s: 240 }, 0.6],
];

test.each(cases)('%s of %o is named for most of its time', (kind, options, least) => {
  expect(named(kind, drawAvBlock({ kind, ...options }))).toBeGreaterThan(least);
});

test.each([false, true])('third-degree block from the first beat on is named, wide: %s', (is_wide_escape) => {
  const signal = drawAvBlock({ kind: 'avb3', is_wide_escape, normal_s: 0, block_s: 180, escape_bpm: 36 });
  expect(named('avb3', signal)).toBeGreaterThan(0.5);
});

test.each<Partial<DrawnBlock>>([
  { kind: 'none' },
  { kind: 'none', atrial_bpm: 45 },
  { kind: 'none', atrial_bpm: 58, variation: 0.12 },
  { kind: 'blocked_premature', p_waves: 4 },
  { kind: 'blocked_premature', p_waves: 2 },
  { kind: 'blocked_premature', p_waves: 3, atrial_bpm: 60 },
  { kind: 'u_waves', atrial_bpm: 46 },
  { kind: 'u_waves', atrial_bpm: 46, variation: 0.05 },
])('conducted and premature P waves and U waves are no AV block: %o', (options) => {
  expect(blocksOf(analysed(drawAvBlock(options).frames, hz))).toEqual([]);
});

test.each(['pauses', 'supraventricular', 'ventricular', 'permanent_af', 'paced', 'noisy'] as const)(
  'a heart without AV block (%s) has none',
  (key) => {
    expect(blocksOf(analysed(knownSignal(key, 600, hz, 5, 30).frames, hz))).toEqual([]);
  },
);

test('nothing is named where noise hides the P waves', () => {
  const { frames } = drawAvBlock({ kind: 'mobitz', muscle_uv: 120 });
  expect(blocksOf(analysed(frames, hz))).toEqual([]);
});

test('chunks, polarity and offset change nothing', () => {
  const { frames } = drawAvBlock({ kind: 'wenckebach', block_s: 30 });
  const result = analysed(frames, hz);
  const bytes = encodeBeats(result);
  expect(encodeBeats(analysed(frames, hz, 311))).toEqual(bytes);
  const turned = frames.map((value) => 300 - value);
  expect(analysed(turned, hz).quality.atrial_findings).toEqual(result.quality.atrial_findings);
});

test('a finding says how certain it is, and a rejected one no longer counts', () => {
  const { beats, quality, summary } = analysed(drawAvBlock({ kind: 'mobitz' }).frames, hz);
  const [block] = quality.atrial_findings ?? [];
  const findings = readFindings(summary, applyEdits({ beats, quality }, [])).filter(
    ({ kind }) => kind === 'mobitz',
  );
  expect(findings).toMatchObject([{ certainty: (block?.certainty ?? 0) / 100, state: 'open' }]);
  const [finding] = findings;
  const withheld = finding ? [finding] : [];
  const marks = { withheld, drawn: [], no_extremes: [] };
  const { episodes } = summarise(beats, quality, defaultCriteria, { marks });
  expect(episodes.filter(({ kind }) => kind === 'mobitz')).toEqual([]);
});
