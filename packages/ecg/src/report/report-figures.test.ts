/** Checks the content of a report against the figures and lists with which it must agree. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { qtFormulas } from '../beats/qt-correction.ts';
import { defaultCriteria } from '../criteria/criteria.ts';
import { anyEdit, hz, logged, testBase } from '../reading/test-edits.ts';
import { extremeEdits } from '../reading/extreme-strips.ts';
import { createReadingFigures, readFindings } from '../reading/reading-figures.ts';
import { applyEdits } from '../reading/reading.ts';
import type { ReadingEdit } from '../reading/edits.ts';
import { gainUv, knownSignal } from '../rhythm/test-signal.ts';
import { every, handQuality, handTable } from '../rhythm/test-table.ts';
import { intervalPlaces, measureIntervals } from './measured-intervals.ts';
import { eventReachS } from './event-reach.ts';
import { listedOfKind, reportFigures } from './report-figures.ts';
import { spreadOf } from './spread.ts';

const base = testBase();
const options = { criteria: defaultCriteria, engine_version: 'test' };

function reportOf(edits: readonly ReadingEdit[], events: readonly number[] = []) {
  const reading = applyEdits(base, logged(edits));
  const summary = createReadingFigures()(reading, options);
  return { reading, summary, report: reportFigures(reading, summary, events) };
}

test('its figures are those of the analysis over the beats of the reading, after any edits', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 30 }), (edits) => {
      const { reading, summary, report } = reportOf(edits, [30_000]);
      const { episodes, episodes_left_out, lanes, shapes, ...figures } = summary;
      expect(report.summary).toEqual(figures);
      expect([episodes_left_out, shapes]).toEqual([0, []]);
      expect(report.lanes.every((lane) => lanes.includes(lane))).toBe(true);
      expect(report.strips.map(({ strip }) => strip)).toEqual(reading.strips.map(({ strip }) => strip));
      const stands = readFindings(summary, reading).filter(({ state }) => state !== 'rejected');
      for (const one of report.longest) {
        const same = stands.filter(({ kind }) => kind === one.kind);
        const longer = same.filter(
          (other) => other.end_sample - other.start_sample > one.end_sample - one.start_sample,
        );
        expect(longer.length).toBeLessThan(listedOfKind);
        expect(episodes.some((found) => found.start_sample === one.start_sample)).toBe(true);
      }
      for (const strip of report.strips)
        for (const { sample } of strip.beats) {
          expect(reading.beats.samples).toContain(sample);
          expect(sample >= strip.start_sample && sample <= strip.end_sample).toBe(true);
        }
    }),
    { numRuns: 60 },
  );
});

test('manual measurements are listed with their figures, in the order of time', () => {
  const marks = { p_onset: 960, qrs_onset: 1000, qrs_end: 1022, t_end: 1100 };
  const measured = { of: 'mean', sample: 1010, lead: 1, beats: 24, rr_samples: 160, ...marks } as const;
  const { report } = reportOf([{ kind: 'add_measurement', measurement: measured }]);
  const [one] = report.measurements;
  const { qtc = null, ...said } = one ?? {};
  const figures = { pr: 160, qrs: 88, qt: 400, rr: 640, bpm: 93.75 };
  expect(said).toEqual({ of: 'mean', sample: 1010, lead: 1, beats: 24, ...figures });
  expect(qtFormulas.map((formula) => Math.round(qtc?.[formula] ?? 0))).toEqual([500, 464, 455, 459]);
  expect(reportOf([]).report.measurements).toEqual([]);
});

test('a rejected finding is counted as rejected and not listed', () => {
  const [found] = reportOf([]).report.longest;
  if (found === undefined) throw new Error('the test recording has no finding');
  const { kind, start_sample, end_sample } = found;
  const finding = { kind, start_sample, end_sample };
  const { report } = reportOf([{ kind: 'judge_finding', finding, verdict: 'rejected' }]);
  expect(report.judged.rejected).toBe(1);
  const places = report.longest.map((one) => [one.kind, one.start_sample]);
  expect(places).not.toContainEqual([kind, start_sample]);
});

test('a strip says which extreme it shows while the reading has the same one', () => {
  const { reading, summary } = reportOf([]);
  const { samples, sampling_hz, length } = reading.beats;
  const basket = { strips: [], rates: summary.rate, beats: samples, sampling_hz, length, leadOf: () => 0 };
  const kept = extremeEdits(basket);
  const value = summary.rate.longest_rr?.ms;
  const [, , strip] = reportOf(kept).report.strips;
  expect(strip).toMatchObject({
    scale: { mm_per_s: 25, mm_per_mv: 10 },
    marks: [{ of: 'caliper' }],
    shows: { extreme: 'longest_rr', value },
  });
  const sample = (summary.rate.longest_rr?.sample ?? 0) + 110;
  const { report } = reportOf([...kept, { kind: 'add_beat', sample, label: 'N' }]);
  expect(report.strips[2]?.shows).toBeNull();
});

test('patient events have the rhythm of the beats within 45 s', () => {
  const at = 400 * 210;
  const reach = eventReachS * hz;
  const { reading, report } = reportOf([], [at]);
  const inside = [...reading.beats.samples.keys()].filter(
    (i) => Math.abs((reading.beats.samples[i] ?? 0) - at) <= reach,
  );
  const [event] = report.events;
  expect(event?.v).toBe(inside.filter((i) => reading.beats.classes[i] === 3).length);
  // The beats of the test recording are 210 samples apart.
  expect(event?.bpm).toBeCloseTo((60 * hz) / 210, 0);
});

test('PR, QRS and QT of a synthetic signal are measured; without fit beats nothing is', () => {
  const seconds = 300;
  const { frames, samples } = knownSignal('healthy', seconds);
  const beats = {
    ...handTable(
      samples.map((one) => one / 250),
      'N',
      seconds,
    ),
    length: frames.length,
  };
  const quality = handQuality(seconds);
  const signals = intervalPlaces(beats, quality, []).map((place) => ({
    place,
    signal: Float32Array.from(frames.subarray(place.start_sample, place.end_sample), (word) => word * gainUv),
  }));
  expect(signals.length).toBeGreaterThan(40);
  const { pr, qt, qtc } = measureIntervals(signals, 250);
  expect(pr?.median).toBeGreaterThan(100);
  expect(pr?.median).toBeLessThan(220);
  expect(qt?.median).toBeGreaterThan(300);
  expect(qt?.median).toBeLessThan(480);
  expect(qtc?.count).toBe(qt?.count);
  expect(intervalPlaces(handTable(every(200, 0.8), 'V', 200), handQuality(200), [])).toEqual([]);
  expect(intervalPlaces(handTable(every(200, 0.8), 'N', 200, 90), handQuality(200), [])).toEqual([]);
  expect(measureIntervals([], 250)).toEqual({ pr: null, qt: null, qtc: null });
});

test('a spread is the middle of its values and the limits of nine tenths of them', () => {
  expect(spreadOf([])).toBeNull();
  expect(spreadOf([7])).toEqual({ count: 1, median: 7, p5: 7, p95: 7 });
  const values = Array.from({ length: 101 }, (_, i) => 100 - i);
  expect(spreadOf(values)).toEqual({ count: 101, median: 50, p5: 5, p95: 95 });
});
