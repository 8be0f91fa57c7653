import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  inputsToName,
  namingPlans,
  pressesFor,
  runsOf,
  type TileName,
  wallPlan,
  wallSize,
} from './desk-plans.ts';
import type { Saying } from './desk-truth.ts';

test('runs contain all marked items once, with a gap between them', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (marks) => {
      const runs = runsOf(marks);
      expect(marks.map((_, at) => runs.some(({ first, last }) => at >= first && at <= last))).toEqual(marks);
      for (const [i, { first }] of runs.entries())
        if (i > 0) expect(first).toBeGreaterThan((runs[i - 1]?.last ?? 0) + 1);
    }),
  );
  expect(pressesFor(runsOf([true, false, true, true, true]))).toBe(3);
});

test('a wall is judged by its most common label; the others are excluded as ranges', () => {
  const says = (text: string): Saying[] =>
    Array.from(text, (one) => (one === 'a' ? 'accept' : one === 'r' ? 'reject' : 'svt'));
  expect(wallPlan(says('rrrraaaaaras'))).toEqual({
    key: 'Enter',
    out: [
      { first: 0, last: 3 },
      { first: 9, last: 9 },
      { first: 11, last: 11 },
    ],
    judged: 6,
    inputs: 6,
  });
  expect(wallPlan(says('r'.repeat(2 * wallSize + 1)))).toEqual({
    ...{ key: 'Delete', out: [], judged: 2 * wallSize + 1, inputs: 4 },
  });
  expect(wallPlan(says('ss'))).toBeNull();
});

test('a plan selects the wrong templates of a class, and only these', () => {
  const classes = fc.constantFrom<TileName['now']>('N', 'V', 'S');
  fc.assert(
    fc.property(
      fc.array(fc.record({ now: classes, truth: classes, mixed: fc.boolean() }), { maxLength: 30 }),
      (tiles) => {
        const plans = namingPlans(tiles);
        const named = tiles.map(({ now }) => now);
        for (const { label, first, last, turned } of plans) {
          const taken = new Set([first]);
          for (let at = first; last !== null && at <= last; at += 1) taken.add(at);
          for (const at of turned) if (!taken.delete(at)) taken.add(at);
          for (const at of taken) named[at] = label;
          const mistaken = tiles.filter(
            ({ now, truth, mixed }, at) => taken.has(at) && mixed && now === truth,
          );
          expect(mistaken).toEqual([]);
        }
        expect(named).toEqual(tiles.map(({ truth }) => truth));
        const wrong = tiles.filter(({ now, truth }) => now !== truth).length;
        expect(plans.reduce((sum, plan) => sum + inputsToName(plan), 0)).toBeLessThanOrEqual(2 * wrong);
      },
    ),
  );
});

test('of many wrong items with few others among them a range is selected', () => {
  const of = (text: string): TileName[] =>
    Array.from(text, (one) => ({ now: 'V', truth: one === 'x' ? 'N' : 'V', mixed: false }));
  expect(namingPlans(of('vxxxxvxxx'))).toEqual([{ label: 'N', first: 1, last: 8, turned: [5] }]);
  expect(namingPlans(of('xvvvx'))).toEqual([{ label: 'N', first: 0, last: null, turned: [4] }]);
});
