import { expect, test } from 'vitest';
import { addRow, createBeatColumns, shapeWidth } from './beat-columns.ts';
import {
  classFeatureCount,
  createClassContext,
  isDominantShape,
  isInTimeThrough,
  isSteady,
  writeClassFeatures,
} from './class-features.ts';

interface Beat {
  readonly after_s: number;
  /** Likeness to the dominant beat in percent; its own template fits it in every case. */
  readonly like?: number;
}
const steady = (count: number): Beat[] => new Array<Beat>(count).fill({ after_s: 0.8 });

/** Returns the features of the beat `behind` beats after the forty steady ones before `middle`. */
function rowOf(middle: readonly Beat[], behind: number): Float32Array {
  const beats = [...steady(40), ...middle, ...steady(40)];
  const columns = createBeatColumns(beats.length, false);
  let at = 0;
  for (const { after_s, like = 99 } of beats) {
    at += 250 * after_s;
    const i = addRow(columns);
    columns.peak[i] = at;
    columns.template[i] = like < 99 ? 1 : 0;
    columns.onset[i] = like < 99 ? 20 : 10;
    columns.offset[i] = columns.onset[i] ?? 0;
    columns.shape.set([like, 95, 95, 95, 0, 0, 0, 0, 0, 99, 90, 0], i * shapeWidth);
  }
  const row = new Float32Array(classFeatureCount);
  writeClassFeatures(createClassContext(columns), 40 + behind, row, 0);
  return row;
}

const other = (after_s: number, like = 40): Beat => ({ after_s, like });

test.each([40, 88])(
  'after an inserted beat of another shape (%i %% like) the next one is in time',
  (like) => {
    expect(isInTimeThrough(rowOf([other(0.4, like), { after_s: 0.41 }], 1))).toBe(true);
    expect(isInTimeThrough(rowOf([other(0.3, like), other(0.25, like), { after_s: 0.28 }], 2))).toBe(true);
  },
);

test.each<[string, readonly Beat[], number]>([
  ['early without one between', [{ after_s: 0.4 }, { after_s: 0.4 }], 1],
  ['the one put in', [other(0.4), { after_s: 0.4 }], 0],
  ['after its pause', [other(0.4), { after_s: 1.2 }], 1],
  ['early behind it too', [other(0.35), { after_s: 0.3 }], 1],
  ['of another shape itself', [other(0.4), other(0.4)], 1],
  ['in time with nothing between', [], 1],
])('this is not the case: %s', (_, middle, behind) => {
  expect(isInTimeThrough(rowOf(middle, behind))).toBe(false);
});

test('the dominant shape is that of the usual beat, whenever it comes', () => {
  expect(isDominantShape(rowOf([{ after_s: 0.4 }], 0))).toBe(true);
  expect(isDominantShape(rowOf([other(0.4)], 0))).toBe(false);
});

test('a beat in a steady rhythm is not supraventricular, whatever its P wave; early and fast beats may be', () => {
  const of = (middle: readonly Beat[], behind: number): boolean =>
    isSteady(rowOf(middle, behind), middle[behind]?.after_s ?? 0);
  expect(of([{ after_s: 0.8 }, { after_s: 0.84 }, { after_s: 0.8 }], 1)).toBe(true);
  expect(of([{ after_s: 0.8 }, { after_s: 0.66 }, { after_s: 0.9 }], 1)).toBe(false);
  expect(of([{ after_s: 0.8 }, { after_s: 0.8 }, { after_s: 0.6 }], 2)).toBe(false);
  expect(of([{ after_s: 0.55 }, { after_s: 0.55 }, { after_s: 0.55 }, { after_s: 0.55 }], 2)).toBe(false);
});
