import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingQueue, type QueueItem } from './finding-queue.ts';
import { kindFindings, likeFindings } from './like-findings.ts';
import type { ReadFinding } from './reading-figures.ts';

const finding = (of: Partial<ReadFinding>): ReadFinding => ({
  kind: 'v_couplet',
  start_sample: 0,
  end_sample: 200,
  beats: 2,
  bpm: 150,
  state: 'open',
  certainty: 0.9,
  shape: 3,
  ...of,
});
const itemsOf = (findings: readonly ReadFinding[]): QueueItem[] =>
  findingQueue({ findings, templates: [], extremes: [], events: [], accepted: [] }).flatMap(({ items }) => [
    ...items,
  ]);
const at = (items: readonly QueueItem[], start: number): QueueItem => {
  const item = items.find(({ start_sample }) => start_sample === start);
  if (item === undefined) throw new Error('no such item');
  return item;
};
const startsLike = (items: readonly QueueItem[], start: number): number[] =>
  likeFindings(items, at(items, start)).map(({ start_sample }) => start_sample);

test('findings of the same kind, shape, rate and length are listed, the least similar first', () => {
  const moved = (start: number, length: number, of: Partial<ReadFinding> = {}): ReadFinding =>
    finding({ start_sample: start, end_sample: start + length, ...of });
  const items = itemsOf([
    moved(1000, 200),
    moved(2000, 210),
    moved(3000, 200, { bpm: 165 }),
    moved(4000, 200, { bpm: 200 }),
    moved(5000, 200, { shape: 4 }),
    moved(6000, 600),
    moved(7000, 200, { kind: 'vt' }),
    moved(8000, 200, { state: 'accepted' }),
    moved(9000, 200, { bpm: null }),
  ]);
  expect(startsLike(items, 1000)).toEqual([3000, 2000, 1000]);
  expect(startsLike(items, 7000)).toEqual([7000]);
  expect(startsLike(items, 8000)).toEqual([3000, 2000, 1000]);
});

test('all open findings of a kind are listed, the least certain first, however they look', () => {
  const items = itemsOf([
    finding({ start_sample: 1000, end_sample: 1200, certainty: 0.9 }),
    finding({ start_sample: 2000, end_sample: 2900, certainty: 0.4, bpm: 200, shape: 4 }),
    finding({ start_sample: 3000, end_sample: 3200, certainty: null }),
    finding({ start_sample: 4000, end_sample: 4200, state: 'rejected', certainty: 0.1 }),
    finding({ start_sample: 5000, end_sample: 5200, kind: 'v_triplet' }),
    finding({ start_sample: 5500, end_sample: 5700, kind: 'svt' }),
    finding({ start_sample: 6000, end_sample: 6200, certainty: 0.9 }),
  ]);
  const ofKind = (start: number) =>
    kindFindings(items, at(items, start)).map(({ start_sample }) => start_sample);
  // Triplets and couplets are one group of the queue.
  const patterns = [2000, 1000, 5000, 6000, 3000];
  for (const start of [1000, 4000, 5000]) expect(ofKind(start)).toEqual(patterns);
  expect(ofKind(5500)).toEqual([5500]);
});

test('a finding that is no episode is similar to nothing', () => {
  const events = findingQueue({ findings: [], templates: [], extremes: [], events: [5], accepted: [] });
  const items = events.flatMap((group) => group.items);
  expect(likeFindings(items, at(items, 5))).toEqual([]);
  expect(kindFindings(items, at(items, 5))).toEqual(items);
});

test('similarity is mutual, and each finding is similar to itself', () => {
  const any = fc
    .uniqueArray(
      fc.tuple(fc.nat(50_000), fc.integer({ min: 1, max: 900 }), fc.integer({ min: 40, max: 220 })),
      {
        selector: ([start]) => start,
        minLength: 2,
        maxLength: 12,
      },
    )
    .map((list) =>
      list.map(([start, length, bpm]) =>
        finding({ start_sample: start, end_sample: start + length, bpm, shape: bpm % 2 }),
      ),
    );
  fc.assert(
    fc.property(any, (findings) => {
      const items = itemsOf(findings);
      const like = new Map(findings.map((one) => [one.start_sample, startsLike(items, one.start_sample)]));
      for (const [start, others] of like) {
        expect(others).toContain(start);
        for (const other of others) expect(like.get(other)).toContain(start);
      }
    }),
  );
});
