// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { openPlace, placeOf } from '../time/place.ts';
import { createStage, type Stage } from './stage.ts';
import { rateOver } from './trend-readout.tsx';

const clock = { start_ms: Date.UTC(2026, 10, 10, 9), sampling_hz: 250, samples: 3600 * 250 };
const labels = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'];
const twelve = {
  ...clock,
  leads: labels.map((label) => ({ label, zero_lsb: 0, gain_uv_per_lsb: 1 })),
};

function paper(stage: Stage, heightPx: number): void {
  const surface = { widthPx: 1000, heightPx, dpr: 1 };
  stage.sizes.set({ ...stage.sizes.get(), strip: surface, trend: surface, disclosure: surface });
}

test('a gain that nobody chose follows the paper’s height and stays out of the address', () => {
  const stage = createStage(twelve, openPlace(twelve, {}));
  paper(stage, 160);
  const small = stage.view.get().gain;
  paper(stage, 1200);
  expect(small).toBeLessThan(10);
  expect(stage.view.get().gain).toBe(10);
  paper(stage, 160);
  expect(stage.view.get().gain).toBe(small);
  expect(placeOf(twelve, stage.view.get(), 0).gain).toBeUndefined();
});

test('a chosen gain stays whatever room there is', () => {
  const stage = createStage(twelve, openPlace(twelve, {}));
  paper(stage, 160);
  stage.dispatch({ kind: 'gain', gain: 20 });
  paper(stage, 1200);
  paper(stage, 160);
  expect(stage.view.get().gain).toBe(20);
  expect(placeOf(twelve, stage.view.get(), 0).gain).toBe('20');
});

test('the trend’s readout tells the rate of the stretch under the pointer, and none where none was counted', () => {
  const point = { duration_ms: 60_000, hr_min: 58, hr_mean: 71.6, hr_max: 96, af_share: null };
  const trend = [{ ...point, start_ms: clock.start_ms }];
  expect(rateOver({ trend, clock }, { start: 250, end: 500 })).toEqual({ mean: 72, low: 58, high: 96 });
  expect(rateOver({ trend, clock }, { start: 100_000, end: 100_250 })).toBeNull();
});
