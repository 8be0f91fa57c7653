import { expect, test } from 'vitest';
import { halfHz } from '../beats/lead-bands.ts';
import { firstDegree } from './first-degree.ts';
import { every, handTable } from './test-table.ts';

test('a block ends at the last beat of the recording if a later averaged beat was none', () => {
  const beats = handTable(every(100, 1), 'N', 100);
  const means = [0, 1, 2].map((k) => ({
    from: (0.5 + 32 * k) * halfHz,
    to: (0.5 + 32 * k + 31) * halfHz,
    pr_s: 0.26,
  }));
  expect(firstDegree(beats, [means])).toMatchObject([{ start_sample: 125, end_sample: 95.5 * 250 }]);
  const shorter = handTable(every(90, 1), 'N', 100);
  expect(firstDegree(shorter, [means])).toMatchObject([{ start_sample: 125, end_sample: 89.5 * 250 }]);
});
