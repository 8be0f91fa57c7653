// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/trace.ts';
import { texts as ko } from '../../platform/texts/ko/trace.ts';
import { type PinMark, pinUnder } from '../paint/renderer-pins.ts';
import { createScene } from '../paint/scene.ts';
import { noWords } from '../paint/test-words.ts';
import { traceColours } from '../paint/trace-colours.ts';
import { openPlace } from '../time/place.ts';
import { createWallClock } from '../time/wall-clock.ts';
import { createStage } from './stage.ts';
import { StripPanel } from './strip-panel.tsx';
import { TrendPanel } from './trend-panel.tsx';

const hz = 250;
const samples = 3600 * hz;
const manifest = {
  ...{ case_id: 1, recording_id: 1, start_ms: Date.UTC(2026, 10, 10, 9), time_zone: 'Asia/Tokyo' },
  ...{ sampling_hz: hz, samples, levels: [], gaps: [], events: [], hours: [], synthetic: true },
  leads: [{ label: 'II', zero_lsb: 0, gain_uv_per_lsb: 1, signal_share: 1 }],
};
const pin = (number: number, sample: number, isOpen = true): PinMark => ({ number, sample, isOpen });
const colours = traceColours('light', 'sans-serif');

function opened(pins: readonly PinMark[], selects = true) {
  const stage = createStage(manifest, openPlace(manifest, {}));
  const wall = createWallClock('Asia/Tokyo', 'en-GB');
  const scene = createScene({
    ...{ manifest, tiles: { get: () => undefined }, wall, words: noWords, trend: [], pins },
    beats: { sample: Uint32Array.of(250, 500), class: new Uint8Array(2), confidence: new Uint8Array(2) },
  });
  stage.show(scene);
  const onPin = vi.fn();
  const page = (
    <>
      <TrendPanel
        {...{ stage, colours, onPin }}
        {...{ groups: [], kind: null, heightPx: 150, fromBeats: true, known: false, waits: false }}
        onKind={vi.fn()}
      />
      <StripPanel {...{ stage, scene, colours, onPin, selects }} describedBy="text" />
    </>
  );
  // The trend is 1,000 px wide between the figures on its left and right: 900 samples per pixel.
  const trend = { widthPx: 1137, heightPx: 120, dpr: 1 };
  const size = () =>
    stage.sizes.set({ ...stage.sizes.get(), trend, disclosure: trend, strip: { ...trend, heightPx: 150 } });
  return { stage, onPin, page, size };
}

function press(image: HTMLElement, x: number, y: number): void {
  fireEvent.pointerDown(image, { pointerId: 1, button: 0, clientX: x, clientY: y });
  fireEvent.pointerUp(image, { pointerId: 1, clientX: x, clientY: y });
}

test.each([
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const)(
  '$language: a click on a disc of the trend opens its comment, a click beside it moves there',
  async ({ language, words }) => {
    const { stage, onPin, page, size } = opened([pin(1, 450_000), pin(2, 90_000)]);
    await showIn(language, page);
    const image = await screen.findByRole('img', { name: words['trend.label'] });
    size();
    press(image, 64 + 502, 8);
    expect(onPin.mock.calls).toEqual([[1]]);
    // The comment moves the strip to its place, not the press.
    expect(stage.view.get().start).toBe(0);
    press(image, 64 + 502, 90);
    expect(onPin).toHaveBeenCalledTimes(1);
    expect(stage.view.get().start).toBeGreaterThan(440_000);
  },
);

test('a click on a disc of the strip opens its comment and selects no beat', async () => {
  const { stage, onPin, page, size } = opened([pin(3, 500)]);
  await showIn('en', page);
  const image = await screen.findByRole('img', { name: en['strip.label'] });
  size();
  const px = 64 + (500 * stage.view.get().speed * stage.frame().mmPx) / hz;
  press(image, px + 3, 40);
  expect(onPin.mock.calls).toEqual([[3]]);
  expect(stage.view.get().selected).toBeNull();
  press(image, px, 120);
  expect(stage.view.get().selected).toEqual({ anchor: 500, focus: 500 });
  expect(onPin).toHaveBeenCalledTimes(1);
});

test('of overlapping discs the top one is clicked: open over answered', () => {
  const placed = [pin(1, 0), pin(2, 0, false), pin(3, 0)].map((one) => ({ px: 100, pin: one }));
  expect(pinUnder(placed, { topPx: 0 }, { x: 101, y: 9 })?.number).toBe(3);
  expect(pinUnder(placed.slice(0, 2), { topPx: 0 }, { x: 101, y: 9 })?.number).toBe(1);
  expect(pinUnder(placed, { topPx: 0 }, { x: 100, y: 40 })).toBeNull();
});
