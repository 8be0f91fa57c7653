import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meanBeat } from './mean-beat.ts';
import { beatMarks, measuredBeat, seenMarks, withMark } from './measurement.ts';
import type { BeatMarks } from './measurement.ts';

const truthMs = { p_onset: -200, qrs_onset: -40, qrs_end: 48, t_end: 360 } as const;

/**
 * Returns a beat whose waves start and end at known samples: P and T are half sines, the QRS consists of straight
 * lines.
 */
function beatAt(hz: number, peak: number, length: number): { signal: Float32Array; marks: BeatMarks } {
  const signal = new Float32Array(length);
  const at = (ms: number): number => peak + Math.round((ms * hz) / 1000);
  const wave = (from: number, to: number, height: number): void => {
    for (let i = from; i <= to; i++)
      signal[i] = (signal[i] ?? 0) + height * Math.sin((Math.PI * (i - from)) / (to - from));
  };
  const marks = {
    p_onset: at(truthMs.p_onset),
    qrs_onset: at(truthMs.qrs_onset),
    qrs_end: at(truthMs.qrs_end),
    t_end: at(truthMs.t_end),
  };
  wave(marks.p_onset, at(-100), 0.15);
  wave(at(160), marks.t_end, 0.3);
  for (let i = marks.qrs_onset; i <= peak; i++)
    signal[i] = (1.2 * (i - marks.qrs_onset)) / (peak - marks.qrs_onset);
  for (let i = peak; i <= marks.qrs_end; i++)
    signal[i] = (1.2 * (marks.qrs_end - i)) / (marks.qrs_end - peak);
  return { signal, marks };
}

/** Returns the sample with the sharpest corner of straight lines within reach of a position. */
function cornerNear(signal: Float32Array, place: number, reach: number): number {
  const bend = (i: number): number =>
    Math.abs((signal[i - 1] ?? 0) - 2 * (signal[i] ?? 0) + (signal[i + 1] ?? 0));
  let corner = place - reach;
  for (let i = place - reach; i <= place + reach; i++) if (bend(i) > bend(corner)) corner = i;
  return corner;
}

test.each([125, 250, 360, 500, 1000])(
  'marks at the ends of the waves give exact intervals at %i Hz',
  (hz) => {
    const { marks } = beatAt(hz, hz, 3 * hz);
    const { pr, qrs, qt, qtc, bpm } = measuredBeat({ ...marks, rr_samples: Math.round(0.8 * hz) }, hz);
    const sample = 1000 / hz;
    expect(Math.abs((pr ?? NaN) - 160)).toBeLessThanOrEqual(sample);
    expect(Math.abs(qrs - 88)).toBeLessThanOrEqual(sample);
    expect(Math.abs((qt ?? NaN) - 400)).toBeLessThanOrEqual(sample);
    expect(bpm).toBeCloseTo(75, 5);
    expect(qtc?.hodges).toBeCloseTo((qt ?? NaN) + 1.75 * 15, 5);
  },
);

/** Returns deterministic noise between −1 and 1. */
const noise = (n: number): number => ((Math.imul(n + 1, 2654435761) >>> 8) % 2001) / 1000 - 1;

test.each([250, 500])(
  'beats whose peaks were found beside each other keep exact ends in their mean at %i Hz',
  (hz) => {
    const [peak, length] = [Math.round(0.5 * hz), Math.round(1.3 * hz)];
    const { signal, marks } = beatAt(hz, peak, length);
    const shifts = Array.from({ length: 48 }, (_, i) => ((i * 5) % 7) - 3);
    const windows = shifts.map((shift, n) =>
      Float32Array.from(
        { length },
        (_, i) => (signal[i + shift] ?? 0) + 0.02 * noise(n * length + i) + n / 10,
      ),
    );
    const mean = meanBeat(windows, peak, hz);
    expect(mean?.beats).toBe(48);
    const held = mean?.signal ?? new Float32Array();
    const moved = cornerNear(held, peak, 8) - peak;
    const corner = (place: number): number => cornerNear(held, place + moved, 4) - moved;
    expect(Math.abs(moved)).toBeLessThanOrEqual(3);
    expect(Math.abs(corner(marks.qrs_onset) - marks.qrs_onset)).toBeLessThanOrEqual(1);
    expect(Math.abs(corner(marks.qrs_end) - marks.qrs_end)).toBeLessThanOrEqual(1);
  },
);

test('the mean of equal beats is that beat, whatever their offset; a gap and another shape are left out', () => {
  const { signal } = beatAt(250, 125, 325);
  const other = Float32Array.from(signal, (_, i) => Math.sin(i));
  const gap = signal.map((value, i) => (i === 60 ? NaN : value));
  const like = Array.from({ length: 8 }, (_, n) => signal.map((value) => value + n));
  const level = signal.reduce((sum, value) => sum + value, 0) / signal.length;
  const mean = meanBeat([...like, other, gap], 125, 250);
  expect(mean?.beats).toBe(8);
  const apart = [...(mean?.signal ?? [])].map((value, i) => Math.abs(value - (signal[i] ?? 0) + level));
  expect(Math.max(...apart)).toBeLessThan(1e-5);
  expect(meanBeat([gap], 125, 250)).toBeNull();
  expect(meanBeat([], 125, 250)).toBeNull();
});

test('the detected marks are near the ends of the waves and in order', () => {
  const { signal, marks } = beatAt(500, 400, 1100);
  const seen = seenMarks(signal, 500, { peak: 400, before: 400, after: 400 });
  expect(seen).not.toBeNull();
  for (const mark of beatMarks) {
    const away = Math.abs((seen?.[mark] ?? NaN) - (marks[mark] ?? NaN));
    expect((1000 * away) / 500, mark).toBeLessThan(mark === 't_end' || mark === 'p_onset' ? 30 : 16);
    expect(Number.isInteger(seen?.[mark])).toBe(true);
  }
  expect(seenMarks(signal, 500, { peak: 20, before: 400, after: 400 })).toBeNull();
});

test('without a T wave there is no QT, without a beat before no rate', () => {
  const bare = measuredBeat({ p_onset: null, qrs_onset: 10, qrs_end: 30, t_end: null, rr_samples: 0 }, 250);
  expect(bare).toEqual({ pr: null, qrs: 80, qt: null, qtc: null, rr: null, bpm: null });
});

test('marks never change their order and stay within their bounds', () => {
  const bounds = { first: 0, last: 400 };
  const moves = fc.array(fc.tuple(fc.constantFrom(...beatMarks), fc.integer({ min: -50, max: 450 })));
  const start = fc.constantFrom<BeatMarks>(
    { p_onset: 50, qrs_onset: 100, qrs_end: 140, t_end: 300 },
    { p_onset: null, qrs_onset: 100, qrs_end: 140, t_end: null },
  );
  fc.assert(
    fc.property(start, moves, (from, made) => {
      const marks = made.reduce((held, [mark, to]) => withMark(held, mark, to, bounds), from);
      const places = beatMarks.flatMap((mark) => marks[mark] ?? []);
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      expect(places.every((place) => place >= 0 && place <= 400)).toBe(true);
    }),
  );
});
