/** Checks which strips are suggested for a reading, and that nothing is suggested once they were added. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { findingQueue } from './finding-queue.ts';
import type { ReadStrip } from './read-strips.ts';
import type { FindingState, ReadFinding } from './reading-figures.ts';
import { suggestedStrips } from './suggested-strips.ts';

const hz = 250;
const length = 3600 * hz;
const beats = Array.from({ length: 3600 }, (_, second) => second * hz);
const rates = {
  max: { bpm: 120, sample: 500 * hz, beats: 5 },
  min: { bpm: 50, sample: 900 * hz, beats: 5 },
  longest_rr: { ms: 2400, sample: 1200 * hz },
};

const finding = (
  kind: RhythmKey,
  [from, to]: readonly [number, number],
  state: FindingState = 'accepted',
): ReadFinding => ({
  ...{ kind, start_sample: from * hz, end_sample: to * hz, beats: 9, bpm: 90 },
  ...{ state, certainty: 0.9, shape: null },
});

function suggestions(findings: readonly ReadFinding[], strips: readonly ReadStrip[] = []) {
  const groups = findingQueue({ findings, templates: [], extremes: [], events: [], accepted: [] });
  return suggestedStrips({ strips, rates, beats, sampling_hz: hz, length, leadOf: () => 0 }, groups);
}
/** Returns the strips after the suggestions were added. */
const added = (suggested: ReturnType<typeof suggestions>): ReadStrip[] =>
  suggested.flatMap(({ edit }, at) => (edit.kind === 'add_strip' ? [{ strip: at + 1, ...edit }] : []));

test('the extremes and the gravest accepted finding of each kind are suggested', () => {
  const suggested = suggestions([
    finding('vt', [100, 103]),
    finding('vt', [200, 220]),
    finding('svt', [300, 310], 'open'),
    finding('svt', [320, 322], 'rejected'),
    finding('af', [400, 3000], 'mended'),
    // The strip of the longest interval shows all of it.
    finding('pause', [1200, 1202]),
  ]);
  expect(suggested.map(({ item, edit }) => (item === null ? edit.shows?.extreme : item.key))).toEqual([
    ...['max_rate', 'min_rate', 'longest_rr'],
    ...[`vt ${String(200 * hz)} ${String(220 * hz)}`, `af ${String(400 * hz)} ${String(3000 * hz)}`],
  ]);
  const [, , , vt] = suggested;
  expect((200 * hz - (vt?.edit.start_sample ?? 0)) / hz).toBe(1.5);
  expect(new Set(suggested.map(({ edit }) => edit.order)).size).toBe(5);
});

test('a finding with a strip of its own is not suggested', () => {
  const strip: ReadStrip = { strip: 1, start_sample: 210 * hz, end_sample: 216 * hz, caption: '', order: 4 };
  const suggested = suggestions([finding('vt', [200, 220])], [strip]);
  expect(suggested.map(({ item }) => item)).toEqual([null, null, null]);
  expect(Math.min(...suggested.map(({ edit }) => edit.order))).toBeGreaterThan(4);
});

test('once the suggestions are added, nothing is suggested; each strip is within the recording', () => {
  const kinds = ['vt', 'af', 'svt', 'pause', 'v_couplet', 'avb3', 'asystole', 's_couplet'] as const;
  const any = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(3590), fc.integer({ min: 1, max: 900 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(any, (drawn) => {
      const findings = drawn.map(([kind, from, seconds]) =>
        finding(kind, [from, Math.min(3599, from + seconds)]),
      );
      const suggested = suggestions(findings);
      for (const { edit } of suggested) {
        expect(edit.start_sample).toBeGreaterThanOrEqual(0);
        expect(edit.end_sample).toBeLessThan(length);
      }
      expect(suggestions(findings, added(suggested))).toEqual([]);
    }),
  );
});
