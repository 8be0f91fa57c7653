import type { Comment } from '@rhythmdesk/contract/cases';
import { expect, test } from 'vitest';
import { openPins, pinAfter, pinsOf } from './pins.ts';

const by = { id: 3, name: 'Saito Ren' };
const comment = (comment_id: number, part: Partial<Comment> = {}): Comment => ({
  comment_id,
  user: by,
  institution: 'Center',
  internal: true,
  content: `comment ${String(comment_id)}`,
  mentions: [],
  place: null,
  reply_to: null,
  answered: null,
  created_at: '2026-11-20T01:00:00.000Z',
  ...part,
});
const at = (start_sample: number, end_sample: number | null = null) => ({
  place: { start_sample, end_sample },
});
const answered = { answered: { by, at: '2026-11-20T02:00:00.000Z' } };

const comments = [
  comment(1, { ...at(900), ...answered }),
  comment(2),
  comment(3, at(700, 800)),
  comment(4, { ...at(100), internal: false }),
  comment(5, at(200)),
  comment(6, { reply_to: 1 }),
];

test('pins are internal, have the number of their order of writing, and open ones are first', () => {
  const pins = pinsOf(comments);
  expect(pins.map(({ comment_id, number, isOpen }) => [comment_id, number, isOpen])).toEqual([
    [5, 3, true],
    [3, 2, true],
    [1, 1, false],
  ]);
  expect(pins.map(({ span }) => span)).toEqual([
    { start: 200, end: 200 },
    { start: 700, end: 800 },
    { start: 900, end: 900 },
  ]);
  expect(pins.at(-1)?.replies.map(({ comment_id }) => comment_id)).toEqual([6]);
  expect(openPins(pins)).toHaveLength(2);
  // A later comment does not change the numbers of the earlier ones.
  const later = pinsOf([...comments, comment(7, at(1))]);
  expect(later.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
});

test('steps go from pin to pin and stay at the ends', () => {
  const pins = pinsOf(comments);
  const step = (from: number | null, way: -1 | 1) => pinAfter(pins, from, way)?.comment_id;
  expect([step(null, 1), step(5, 1), step(3, 1), step(1, 1)]).toEqual([5, 3, 1, 1]);
  expect([step(null, -1), step(1, -1), step(5, -1)]).toEqual([1, 3, 5]);
  expect(pinAfter([], null, 1)).toBeUndefined();
});
