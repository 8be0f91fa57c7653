import { expect, test } from 'vitest';
import { byteF, byteN, byteP, byteQ, byteS, byteV } from '../beats/beat-class.ts';
import { beatFigures, compareBeats, noBeat, percent, sumTables } from './beat-by-beat.ts';

const hz = 360;
const at = (...seconds: number[]): number[] => seconds.map((s) => s * hz);

function table(
  reference: [number, number][],
  found: [number, number][],
  excluded: [number, number][] = [],
  skip = 0,
) {
  const list = (beats: [number, number][]) => ({
    samples: at(...beats.map(([s]) => s)),
    classes: beats.map(([, c]) => c),
  });
  return compareBeats({
    reference: list(reference),
    test: list(found),
    sampling_hz: hz,
    skip_s: skip,
    excluded: excluded.map(([start, end]) => ({ start: start * hz, end: end * hz })),
  });
}

test('a small example has one missed, one false, one V called N, one S called S', () => {
  const counted = table(
    [
      [1, byteN],
      [2, byteN],
      [3, byteV],
      [4, byteS],
      [5, byteN],
      [6, byteV],
    ],
    [
      [1, byteN],
      [3, byteN],
      [4, byteS],
      [4.5, byteV],
      [5, byteN],
      [6, byteV],
    ],
  );
  expect(counted[0]?.[0]).toBe(2);
  expect(counted[0]?.[noBeat]).toBe(1);
  expect(counted[2]).toEqual([1, 0, 1, 0, 0, 0]);
  expect(counted[noBeat]).toEqual([0, 0, 1, 0, 0, 0]);
  const figures = beatFigures(counted);
  expect(figures.qrs_sensitivity).toEqual({ hits: 5, of: 6 });
  expect(figures.qrs_predictivity).toEqual({ hits: 5, of: 6 });
  expect(figures.v_sensitivity).toEqual({ hits: 1, of: 2 });
  expect(figures.v_predictivity).toEqual({ hits: 1, of: 2 });
  expect(figures.s_sensitivity).toEqual({ hits: 1, of: 1 });
});

test('a missed V counts against V, as in the standard', () => {
  expect(
    beatFigures(
      table(
        [
          [1, byteV],
          [2, byteV],
        ],
        [[1, byteV]],
      ),
    ).v_sensitivity,
  ).toEqual({ hits: 1, of: 2 });
});

test('F or Q called V and Q called S are no error; F called S is one', () => {
  const figures = beatFigures(
    table(
      [
        [1, byteF],
        [2, byteQ],
        [3, byteP],
        [4, byteV],
        [5, byteF],
        [6, byteQ],
      ],
      [
        [1, byteV],
        [2, byteV],
        [3, byteV],
        [4, byteV],
        [5, byteS],
        [6, byteS],
      ],
    ),
  );
  expect(figures.v_predictivity).toEqual({ hits: 1, of: 1 });
  expect(figures.s_predictivity).toEqual({ hits: 0, of: 1 });
});

test('the first five minutes and excluded segments are not counted', () => {
  const early = compareBeats({
    reference: { samples: at(10, 299, 301), classes: [byteN, byteN, byteN] },
    test: { samples: at(20, 301), classes: [byteN, byteN] },
    sampling_hz: hz,
  });
  expect(beatFigures(early).qrs_sensitivity).toEqual({ hits: 1, of: 1 });
  expect(beatFigures(early).qrs_predictivity).toEqual({ hits: 1, of: 1 });
  const cut = table(
    [
      [1, byteN],
      [5, byteN],
      [9, byteN],
    ],
    [
      [1, byteN],
      [5.5, byteN],
      [9, byteN],
    ],
    [[4, 6]],
  );
  expect(beatFigures(cut).qrs_predictivity).toEqual({ hits: 2, of: 2 });
});

test('sums of tables add cell by cell and no beats give no number', () => {
  const one = table([[1, byteN]], [[1, byteN]]);
  expect(sumTables([one, one])[0]?.[0]).toBe(2);
  expect(percent({ hits: 0, of: 0 })).toBeNaN();
});
