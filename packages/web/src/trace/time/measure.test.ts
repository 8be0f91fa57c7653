import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { firstAtOrAfter, marchOut, measureInterval, measureVoltage, snapToBeat } from './measure.ts';

const clock = { start_ms: 0, sampling_hz: 360, samples: 650_000 };

test('a known RR interval: 463 samples at 360 Hz are 1286 ms and 47 a minute', () => {
  const { ms, bpm } = measureInterval(clock, { a: 77_063, b: 76_600 });
  expect(Math.round(ms)).toBe(1286);
  expect(Math.round(bpm ?? 0)).toBe(47);
  expect(ms).toBe((463 * 1000) / 360);
});

test('an empty interval has no rate', () => {
  expect(measureInterval(clock, { a: 5, b: 5 })).toEqual({ ms: 0, bpm: null });
});

test('voltage is the second caliper minus the first, from stored steps', () => {
  const lead = { gain_uv_per_lsb: 5, zero_lsb: 1024 };
  expect(measureVoltage(lead, 1024, 1224)).toBe(1);
  expect(measureVoltage(lead, 1224, 1024)).toBe(-1);
  expect(measureVoltage(lead, NO_SIGNAL, 1024)).toBeNull();
});

test('march-out repeats the interval across the view on both sides, without the calipers themselves', () => {
  expect(marchOut(clock, { a: 1000, b: 1300 }, { start: 100, end: 2000 })).toEqual([
    100, 400, 700, 1600, 1900,
  ]);
  expect(marchOut(clock, { a: 1300, b: 1000 }, { start: 100, end: 2000 })).toEqual([
    100, 400, 700, 1600, 1900,
  ]);
  expect(marchOut(clock, { a: 1000, b: 1010 }, { start: 0, end: 100_000 })).toEqual([]);
});

test('a caliper moves to the nearest beat within reach and otherwise stays', () => {
  const beats = [100, 400, 420];
  expect(snapToBeat(beats, 412, 20)).toBe(420);
  expect(snapToBeat(beats, 408, 20)).toBe(400);
  expect(snapToBeat(beats, 130, 20)).toBe(130);
  expect(snapToBeat([], 130, 20)).toBe(130);
});

test('the first beat at or after a sample is found', () => {
  const sorted = fc.array(fc.nat(1000)).map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(sorted, fc.nat(1000), (beats, sample) => {
      const expected = beats.findIndex((beat) => beat >= sample);
      expect(firstAtOrAfter(beats, sample)).toBe(expected === -1 ? beats.length : expected);
    }),
  );
});
