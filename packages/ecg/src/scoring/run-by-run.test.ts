import { expect, test } from 'vitest';
import { byteN, byteV } from '../beats/beat-class.ts';
import { compareRuns } from './run-by-run.ts';

const hz = 100;
/** Returns a beat per second; each letter V is a ventricular beat. */
const beats = (letters: string) => ({
  samples: Array.from(letters, (_, i) => i * hz),
  classes: Array.from(letters, (letter) => (letter === 'V' ? byteV : byteN)),
});

test('couplets, short and long runs are counted separately', () => {
  const reference = beats('NVVNNVVVNNVVVVVVNN');
  const figures = compareRuns(reference, reference, byteV, hz, 0);
  for (const category of ['couplet', 'short', 'long'] as const) {
    expect(figures[category].sensitivity).toEqual({ hits: 1, of: 1 });
    expect(figures[category].predictivity).toEqual({ hits: 1, of: 1 });
  }
});

test('a long run of which only five beats were found is missed as long, and found as short', () => {
  const figures = compareRuns(beats('NVVVVVVNN'), beats('NVVVVVNNN'), byteV, hz, 0);
  expect(figures.long.sensitivity).toEqual({ hits: 0, of: 1 });
  expect(figures.short.predictivity).toEqual({ hits: 1, of: 1 });
});

test('exchanging the lists exchanges the figures; the learning period is left out', () => {
  const [a, b] = [beats('NVVNVVVNN'), beats('NVVNNVVNN')];
  const one = compareRuns(a, b, byteV, hz, 0);
  const other = compareRuns(b, a, byteV, hz, 0);
  expect(one.couplet.sensitivity).toEqual(other.couplet.predictivity);
  expect(one.short.sensitivity).toEqual({ hits: 0, of: 1 });
  expect(compareRuns(a, a, byteV, hz, 4).couplet.sensitivity).toEqual({ hits: 0, of: 0 });
});
