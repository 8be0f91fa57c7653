import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCriteria } from '../criteria/criteria.ts';
import { comparedFigures } from '../labels/compared-figures.ts';
import { overlapFinder } from './agreement-differences.ts';
import { agreementClasses, readingAgreement, type ReadSide } from './agreement.ts';
import { createReadingFigures } from './reading-figures.ts';
import type { ReadingEdit } from './edits.ts';
import { applyEdits } from './reading.ts';
import { anyEdit, hz, logged, testBase } from './test-edits.ts';

const base = testBase();
const options = { criteria: defaultCriteria, engine_version: 'test' };
function sideOf(edits: readonly ReadingEdit[]): ReadSide {
  const reading = applyEdits(base, logged(edits));
  return { reading, summary: createReadingFigures()(reading, options) };
}
const beatAt = (index: number): number => base.beats.samples[index] ?? 0;
const edits = fc.array(anyEdit, { maxLength: 25 });

test('a reading agrees with itself completely, after any edits', () => {
  fc.assert(
    fc.property(edits, (done) => {
      const side = sideOf(done);
      const { beats, episodes, af, figures, differences } = readingAgreement(side, side);
      expect(beats).toMatchObject(beats.compared === 0 ? { kappa: null } : { kappa: 1, share: 1 });
      expect(beats.same).toBe(beats.compared);
      for (const one of episodes) {
        expect([one.first, one.first_found, one.second_found]).toEqual([one.second, one.first, one.second]);
      }
      expect([af.first_s, af.both_s]).toEqual([af.second_s, af.second_s]);
      expect(figures.every(({ first, second }) => first === second)).toBe(true);
      expect(differences).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('exchanging the two readings exchanges all their figures', () => {
  fc.assert(
    fc.property(edits, edits, (one, other) => {
      const [a, b] = [sideOf(one), sideOf(other)];
      const [there, back] = [readingAgreement(a, b), readingAgreement(b, a)];
      const turned = there.beats.table.map((_, i) => there.beats.table.map((row) => row[i] ?? 0));
      expect(back.beats.table).toEqual(turned);
      expect(back.beats.same).toBe(there.beats.same);
      expect(back.episodes).toEqual(
        there.episodes.map(({ kind, first, second, first_found, second_found }) => ({
          ...{ kind, first: second, second: first },
          ...{ first_found: second_found, second_found: first_found },
        })),
      );
      expect(back.af).toEqual({
        first_s: there.af.second_s,
        second_s: there.af.first_s,
        both_s: there.af.both_s,
      });
      expect(back.figures.map(({ first }) => first)).toEqual(there.figures.map(({ second }) => second));
    }),
    { numRuns: 40 },
  );
});

test('every beat of both is counted once, if both can read it', () => {
  fc.assert(
    fc.property(edits, (done) => {
      const [a, b] = [sideOf([]), sideOf(done)];
      const { table } = readingAgreement(a, b).beats;
      const rows = table.slice(0, -1).flat();
      const all = a.reading.beats.samples.length;
      expect(rows.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(all);
      expect(table.at(-1)?.at(-1)).toBe(0);
    }),
    { numRuns: 40 },
  );
});

test('reclassified, removed and added beats are in their cells and among the differences', () => {
  const second = sideOf([
    { kind: 'relabel_beats', beats: { by: 'list', samples: [beatAt(20), beatAt(21)] }, label: 'S' },
    { kind: 'remove_beats', beats: { by: 'list', samples: [beatAt(44)] } },
    { kind: 'add_beat', sample: beatAt(104) + 100, label: 'V' },
  ]);
  const first = sideOf([]);
  const { beats, differences, figures } = readingAgreement(first, second);
  const cell = (row: (typeof agreementClasses)[number], column: (typeof agreementClasses)[number]) =>
    beats.table[agreementClasses.indexOf(row)]?.[agreementClasses.indexOf(column)];
  expect([cell('V', 'S'), cell('N', 'S')]).toEqual([1, 1]);
  expect([cell('N', 'none'), cell('none', 'V')]).toEqual([1, 1]);
  expect(beats.compared - beats.same).toBe(4);
  expect(beats.kappa).toBeLessThan(1);
  const named = differences.filter((one) => one.of === 'beats');
  expect(named).toHaveLength(4);
  expect(named).toContainEqual({
    ...{ of: 'beats', first: 'N', second: null, beats: 1 },
    ...{ start_sample: beatAt(44), end_sample: beatAt(44) },
  });
  expect(figures.map(({ figure }) => figure)).toEqual(comparedFigures);
  const of = (name: string) => figures.find(({ figure }) => figure === name);
  expect(of('s_beats')).toEqual({
    figure: 's_beats',
    first: first.summary.s.beats,
    second: second.summary.s.beats,
  });
});

test('an episode of one reading counts as found by nobody else, and fibrillation is compared by time', () => {
  const span = { start_sample: 20 * hz, end_sample: 30 * hz };
  const half = { start_sample: 25 * hz, end_sample: 35 * hz };
  const [first, second] = [
    sideOf([{ kind: 'add_episode', rhythm: 'afl', ...span }]),
    sideOf([
      { kind: 'add_episode', rhythm: 'afl', ...half },
      { kind: 'add_episode', rhythm: 'paced', start_sample: 500 * hz, end_sample: 520 * hz },
    ]),
  ];
  const found = readingAgreement(first, second);
  const of = (kind: string) => found.episodes.find((one) => one.kind === kind);
  expect(of('afl')).toMatchObject({ first: 1, second: 1, first_found: 1, second_found: 1 });
  expect(of('paced')).toMatchObject({ first: 0, second: 1, second_found: 0 });
  const both = found.af.first_s + found.af.second_s - 2 * found.af.both_s;
  expect(both).toBeCloseTo(10, 6);
  expect(found.differences).toContainEqual({
    ...{ of: 'episode', kind: 'paced', side: 'second' },
    ...{ start_sample: 500 * hz, end_sample: 520 * hz },
  });
});

test('an episode is found among others exactly where one of its kind overlaps it', () => {
  const episode = fc
    .record({
      kind: fc.constantFrom('vt' as const, 'pause' as const),
      start_sample: fc.nat(60),
      length: fc.nat(12),
    })
    .map(({ kind, start_sample, length }) => ({
      ...{ kind, start_sample, end_sample: start_sample + length },
      ...{ beats: 3, bpm: null },
    }));
  fc.assert(
    fc.property(fc.array(episode), episode, (others, one) => {
      const overlaps = others.some(
        ({ kind, start_sample, end_sample }) =>
          kind === one.kind && start_sample <= one.end_sample && one.start_sample <= end_sample,
      );
      expect(overlapFinder(others)(one)).toBe(overlaps);
    }),
  );
});
