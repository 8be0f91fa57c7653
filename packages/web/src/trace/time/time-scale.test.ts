import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  columnSpan,
  disclosureLines,
  lineOf,
  lineSpan,
  msAt,
  paperMm,
  paperSpeeds,
  pxToSample,
  sampleAt,
  sampleToPx,
  samplesAcross,
  stripScale,
  isReadingScale,
} from './time-scale.ts';

const clock = fc.record({
  start_ms: fc.integer({ min: 1_500_000_000_000, max: 1_900_000_000_000 }),
  sampling_hz: fc.constantFrom(50, 125, 250, 256, 360, 500, 1000, 2000),
  samples: fc.integer({ min: 1, max: 4_294_967_295 }),
});

test('a whole sample is restored from its pixel, anywhere in thirty days', () => {
  const speed = fc.constantFrom(...paperSpeeds);
  fc.assert(
    fc.property(
      clock,
      speed,
      fc.nat(4_294_967_295),
      fc.integer({ min: -40_000, max: 40_000 }),
      (at, mm, start, by) => {
        const scale = stripScale(at, start, 64, 4, mm);
        expect(pxToSample(scale, sampleToPx(scale, start + by))).toBe(start + by);
      },
    ),
  );
});

test('the first sample is 0 from either side', () => {
  const scale = stripScale({ start_ms: 0, sampling_hz: 500, samples: 1 }, 8, 64, 4, 25);
  expect(Object.is(pxToSample(scale, sampleToPx(scale, 0) - 1e-9), 0)).toBe(true);
});

test('25 mm/s at 4 px a millimetre is 100 px a second, whatever the sampling rate', () => {
  for (const sampling_hz of [50, 360, 2000]) {
    const at = { start_ms: 0, sampling_hz, samples: 1_000_000 };
    const scale = stripScale(at, 5000, 64, 4, 25);
    expect(sampleToPx(scale, 5000 + sampling_hz)).toBeCloseTo(164, 9);
    expect(samplesAcross(at, 1000, 4, 25)).toBe(10 * sampling_hz);
  }
});

test('a millimetre of paper is a whole number of device pixels, at least one', () => {
  const measured = fc.option(fc.double({ min: 0.1, max: 40, noNaN: true }));
  fc.assert(
    fc.property(measured, fc.constantFrom(1, 1.25, 1.5, 1.75, 2, 3), (devicePx, dpr) => {
      const device = paperMm(devicePx, dpr) * dpr;
      expect(Math.abs(device - Math.round(device))).toBeLessThan(1e-9);
      expect(device).toBeGreaterThanOrEqual(1 - 1e-9);
    }),
  );
  expect(paperMm(null, 1)).toBe(4);
  expect(paperMm(7.56, 2)).toBe(4);
});

test('a sample is restored from its time of day', () => {
  fc.assert(
    fc.property(clock, fc.nat(4_294_967_295), (at, sample) => {
      expect(sampleAt(at, msAt(at, sample))).toBe(sample);
    }),
  );
});

test('the lines cover the recording without overlap and every sample is on its line', () => {
  fc.assert(
    fc.property(
      clock,
      fc.constantFrom(15_000, 60_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (at, ms, share) => {
        const lines = disclosureLines(at, ms);
        expect(lineSpan(at, lines, 0).start).toBeLessThanOrEqual(0);
        expect(lineSpan(at, lines, lines.count - 1).end).toBeGreaterThanOrEqual(at.samples);
        const sample = Math.floor(share * (at.samples - 1));
        const line = lineOf(at, lines, sample);
        const span = lineSpan(at, lines, line);
        expect(sample).toBeGreaterThanOrEqual(span.start - 1);
        expect(sample).toBeLessThan(span.end);
        expect(lineSpan(at, lines, line + 1).start).toBe(span.end);
      },
    ),
  );
});

test('lines begin on whole minutes of local time', () => {
  const at = { start_ms: Date.UTC(2026, 10, 5, 1, 24, 37, 250), sampling_hz: 250, samples: 250 * 600 };
  expect(disclosureLines(at, 60_000)).toEqual({
    anchorMs: Date.UTC(2026, 10, 5, 1, 24),
    lineMs: 60_000,
    count: 11,
  });
});

test('the columns of a row divide its samples: none is lost, none is counted twice', () => {
  const row = fc.record({
    start: fc.integer({ min: -5000, max: 4e9 }),
    length: fc.integer({ min: 1, max: 120_000 }),
  });
  fc.assert(
    fc.property(row, fc.integer({ min: 1, max: 2000 }), ({ start, length }, columns) => {
      const span = { start, end: start + length };
      let at = start;
      for (let column = 0; column < columns; column += 1) {
        const part = columnSpan(span, columns, column);
        expect(part.start).toBe(at);
        at = part.end;
      }
      expect(at).toBe(span.end);
    }),
    { numRuns: 40 },
  );
});

test('beats can be distinguished from twelve pixels a second on, whatever the length of the line', () => {
  expect(isReadingScale(720, 60_000)).toBe(true);
  expect(isReadingScale(719, 60_000)).toBe(false);
  expect(isReadingScale(1500, 120_000)).toBe(true);
  expect(isReadingScale(1027, 120_000)).toBe(false);
});
