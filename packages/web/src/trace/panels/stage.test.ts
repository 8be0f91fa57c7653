// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { createScene } from '../paint/scene.ts';
import { noWords } from '../paint/test-words.ts';
import { openPlace, recordingPlaceOf } from '../time/place.ts';
import { middleOf, stripRows } from '../time/view.ts';
import { createWallClock } from '../time/wall-clock.ts';
import { recordingHandle } from './recording-handle.ts';
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

test('an automatic gain follows the paper’s height and is not in the URL', () => {
  const stage = createStage(twelve, openPlace(twelve, {}));
  paper(stage, 160);
  const small = stage.view.get().gain;
  paper(stage, 1200);
  expect(small).toBeLessThan(10);
  expect(stage.view.get().gain).toBe(10);
  paper(stage, 160);
  expect(stage.view.get().gain).toBe(small);
  expect(recordingPlaceOf(twelve, stage.view.get(), 0).gain).toBeUndefined();
});

test('a chosen gain stays at any height', () => {
  const stage = createStage(twelve, openPlace(twelve, {}));
  paper(stage, 160);
  stage.dispatch({ kind: 'gain', gain: 20 });
  paper(stage, 1200);
  paper(stage, 160);
  expect(stage.view.get().gain).toBe(20);
  expect(recordingPlaceOf(twelve, stage.view.get(), 0).gain).toBe('20');
});

/** A worker that no tile reaches. */
class NoWorker extends EventTarget {
  postMessage(): void {
    throw new Error('no tile arrives');
  }
}

test('small strips follow the lead of the full disclosure, and a retry fetches their signal too', async () => {
  vi.stubGlobal('Worker', NoWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const stage = createStage(twelve, openPlace(twelve, {}));
  const asked: number[] = [];
  onTestFinished(
    stage.open((addresses) => {
      asked.push(...addresses.map(({ lead }) => lead));
      return Promise.reject(new Error('no network'));
    }),
  );
  const arrived = vi.fn<() => void>();
  stage.small.arrived.subscribe(arrived);
  stage.small.showAll([{ start: 0, end: 250 }]);
  stage.dispatch({ kind: 'disclosure', lead: 6 });
  expect(asked).toEqual([1, 6]);
  await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(2), { interval: 0 });
  stage.retry();
  expect(asked).toEqual([1, 6, 6]);
});

test('the trend’s readout shows the rate of the section under the pointer, and none without a count', () => {
  const point = { duration_ms: 60_000, hr_min: 58, hr_mean: 71.6, hr_max: 96, af_share: null };
  const trend = [{ ...point, start_ms: clock.start_ms }];
  expect(rateOver({ trend, clock }, { start: 250, end: 500 })).toEqual({ mean: 72, low: 58, high: 96 });
  expect(rateOver({ trend, clock }, { start: 100_000, end: 100_250 })).toBeNull();
});

const one = {
  ...clock,
  ...{ case_id: 1, recording_id: 1, time_zone: 'Asia/Seoul', synthetic: true },
  ...{ levels: [], gaps: [], events: [], hours: [] },
  leads: [{ label: 'II', zero_lsb: 0, gain_uv_per_lsb: 1, signal_share: 1 }],
};

function openOne() {
  const stage = createStage(one, openPlace(one, {}));
  const scene = createScene({
    ...{ manifest: one, tiles: { get: () => undefined }, words: noWords, trend: [] },
    wall: createWallClock('Asia/Seoul', 'en-GB'),
  });
  return { stage, handle: recordingHandle(stage, scene) };
}
const looksAt = ({ view, frame }: Stage): number => middleOf(view.get(), frame());

test('a position requested before the strip has a size is in the middle of its rows', () => {
  const { stage, handle } = openOne();
  handle.show({ start: 400_000, end: 400_600 });
  handle.show({ start: 500_000, end: 500_600 });
  paper(stage, 150);
  expect(stripRows(stage.view.get(), stage.frame())).toBe(1);
  expect(looksAt(stage)).toBeCloseTo(500_300, -1);
  paper(stage, 900);
  expect(stripRows(stage.view.get(), stage.frame())).toBe(3);
  expect(looksAt(stage)).toBeCloseTo(500_300, -1);
});

test('the current position stays in the middle at any size of the strip, and is restored', () => {
  const { stage, handle } = openOne();
  paper(stage, 900);
  handle.goTo(500_000);
  const { start } = stage.view.get();
  expect(handle.middle()).toBe(looksAt(stage));
  for (const heightPx of [150, 500, 900]) {
    paper(stage, heightPx);
    expect(looksAt(stage)).toBeCloseTo(500_000, -1);
  }
  expect(stage.view.get().start).toBe(start);
});

test('a position near the beginning is shown although it cannot be in the middle of the strip', () => {
  const { stage, handle } = openOne();
  paper(stage, 900);
  handle.goTo(500);
  expect([handle.looked(), stage.view.get().start]).toEqual([500, 0]);
  expect(handle.middle()).toBeGreaterThan(500);
  stage.dispatch({ kind: 'select', selected: { anchor: 600, focus: 600 } });
  expect(handle.looked()).toBe(500);
  paper(stage, 150);
  expect(looksAt(stage)).toBeGreaterThan(500);
  stage.dispatch({ kind: 'pan', samples: 2000 });
  expect(handle.looked()).toBe(handle.middle());
});

test('a recording at its beginning stays there', () => {
  const { stage, handle } = openOne();
  paper(stage, 150);
  handle.goTo(0);
  paper(stage, 900);
  paper(stage, 150);
  expect(stage.view.get().start).toBe(0);
});

test('on a phone several leads have the gain at which all fit, unless the address names one', () => {
  const label = one.leads[0] ?? { label: '', zero_lsb: 0, gain_uv_per_lsb: 1, signal_share: 1 };
  const two = { ...one, leads: [label, { ...label, label: 'V1' }] };
  const gainOn = (narrow: boolean, gain?: string): number => {
    const stage = createStage(two, openPlace(two, { gain }));
    stage.sizes.set({ ...stage.sizes.get(), narrow });
    paper(stage, 160);
    return stage.view.get().gain;
  };
  expect([gainOn(false), gainOn(true), gainOn(true, '10')]).toEqual([10, 5, 10]);
});
