import { expect, test } from 'vitest';
import { openPointsOf, pointsBeyond } from './open-points.ts';

test('only what is open is a point, the gravest first', () => {
  expect(openPointsOf({ pins: 2, critical: 1, figures: 0 })).toEqual([
    { kind: 'critical', count: 1 },
    { kind: 'pins', count: 2 },
  ]);
});

test('a statement covers the same points and fewer of them, nothing else', () => {
  const stated = openPointsOf({ pins: 2, unseen: 60 });
  expect(pointsBeyond(openPointsOf({ pins: 1, unseen: 60 }), stated)).toEqual([]);
  expect(pointsBeyond(openPointsOf({ pins: 3, findings: 1 }), stated)).toEqual([
    { kind: 'findings', count: 1 },
    { kind: 'pins', count: 3 },
  ]);
});
