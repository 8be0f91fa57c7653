import { expect, test } from 'vitest';
import { addRow, createBeatColumns, noLead, shapeWidth } from './beat-columns.ts';
import type { BeatColumns } from './beat-columns.ts';
import { leadNormals } from './beat-view.ts';

/** Returns the beats of two patients, one after the other; both leads show each. */
function twoPatients(count: number, like = 99): BeatColumns {
  const columns = createBeatColumns(2 * count, true);
  for (let i = 0; i < 2 * count; i++) {
    const at = addRow(columns);
    const width = i < count ? 20 : 30;
    columns.onset[at] = width / 2;
    columns.offset[at] = width / 2;
    columns.other_lead[at] = i % 3 === 0 ? noLead : 1;
    columns.other_width[at] = width + 4;
    columns.shape.set([i < count ? 99 : like, 0, 0, 0, 0, 0, 0, i < count ? 5 : -5, 1], at * shapeWidth);
    columns.other_shape.set([99, 0, 0, 0, 0, 0, 0, 2, 3], at * shapeWidth);
  }
  return columns;
}

test('the normal beats of another patient in the recording change no means', () => {
  const normals = leadNormals(twoPatients(400));
  expect(normals.around(100)[0]).toMatchObject({ width: 20, fast: 5, slow: 1 });
  expect(normals.around(100)[256 + 1]).toMatchObject({ width: 24, fast: 2, slow: 3 });
  expect(normals.around(700)[0]).toMatchObject({ width: 30, fast: -5 });
  expect(normals.around(100)[0]).toMatchObject({ width: 20, fast: 5 });
});

test('where no beat is normal, the means are those of the whole recording', () => {
  expect(leadNormals(twoPatients(400, 50)).around(700)[0]).toMatchObject({ width: 20, fast: 5 });
});
