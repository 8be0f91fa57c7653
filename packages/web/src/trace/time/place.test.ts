import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openingView, openPlace, recordingPlaceOf } from './place.ts';
import type { RecordingPlace } from './place.ts';
import { columnCounts } from './strip-layout.ts';
import { paperGains, paperSpeeds } from './time-scale.ts';

const labels = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];
const clock = { start_ms: Date.UTC(2026, 10, 5, 1, 24, 37), sampling_hz: 250, samples: 86_400 * 250 };
const twelve = { ...clock, leads: labels.map((label) => ({ label })) };
const three = { ...clock, leads: labels.slice(0, 3).map((label) => ({ label })) };

test('a recording of twelve leads opens as a printed ECG with a rhythm strip, one of three in rows', () => {
  expect(openingView(twelve)).toMatchObject({ columns: 4, rhythm: 1, disclosure: 1 });
  expect(openingView(twelve).leads).toHaveLength(12);
  expect(openingView(three)).toMatchObject({ columns: 1, rhythm: null, leads: [0, 1, 2] });
});

test('a written URL is read back as the same view', () => {
  const rhythm = fc.constantFrom(null, 0, 1, 6);
  const leads = fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      fc.record({
        speed: fc.constantFrom(...paperSpeeds),
        gain: fc.constantFrom(...paperGains),
        leads: leads.map((list) => list.toSorted((a, b) => a - b)),
        columns: fc.constantFrom(...columnCounts),
        rhythm,
        alone: fc.boolean(),
        autoGain: fc.constant(false),
      }),
      fc.nat(clock.samples),
      (set, middle) => {
        const view = { ...openingView(twelve), ...set };
        const opened = openPlace(twelve, recordingPlaceOf(twelve, view, middle));
        expect(opened.middle).toBe(middle);
        expect({ ...opened.view, columns: view.columns }).toEqual(view);
        expect(recordingPlaceOf(twelve, opened.view, middle)).toEqual(recordingPlaceOf(twelve, view, middle));
      },
    ),
  );
});

test('the opening view writes only the time, and a chosen gain is written unchanged', () => {
  const written = recordingPlaceOf(three, openingView(three), 250);
  expect(written).toMatchObject({ at: '2026-11-05T01:24:38.000Z' });
  expect(Object.values(written).filter((value) => value !== undefined)).toHaveLength(1);
  expect(openPlace(twelve, {}).view.autoGain).toBe(true);
  expect(openPlace(twelve, { gain: '10' }).view.autoGain).toBe(false);
});

test('invalid values keep the opening view', () => {
  const nonsense: RecordingPlace = {
    at: 'noon',
    speed: '26',
    gain: '-1',
    leads: 'X,Y',
    layout: '5',
    show: 'all',
  };
  expect(openPlace(three, nonsense)).toEqual(openPlace(three, {}));
  expect(openPlace(three, { at: '1999-01-01T00:00:00Z' }).middle).toBe(0);
  expect(openPlace(three, { at: '2099-01-01T00:00:00Z' }).middle).toBe(clock.samples);
});

test('a fitted gain is not written as if it were chosen, and a chosen one is', () => {
  const opened = openPlace(twelve, {}).view;
  expect(recordingPlaceOf(twelve, { ...opened, gain: 5 }, null).gain).toBeUndefined();
  expect(recordingPlaceOf(twelve, { ...opened, gain: 10, autoGain: false }, null).gain).toBe('10');
});
