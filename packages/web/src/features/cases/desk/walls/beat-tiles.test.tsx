// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { wallSpan } from '../../../../trace/panels/wall-strip.tsx';
import { useBeatTile } from './beat-tiles.ts';

const beats = {
  sample: Uint32Array.of(500, 750, 845),
  class: Uint8Array.of(1, 1, 3),
  confidence: new Uint8Array(3),
};

function Facts() {
  const tileOf = useBeatTile();
  return [845, 500, 600].map((sample) => {
    const { time, fact } = tileOf(sample, viewHandle, beats);
    return <p key={sample}>{`${time} ${fact}`}</p>;
  });
}

test('a tile of a beat has its time, its class and the interval before it, as far as they are known', async () => {
  await showIn('en', <Facts />);
  expect(await screen.findByText('at 845. V · 380 ms')).toBeTruthy();
  expect(screen.getByText('at 500. N')).toBeTruthy();
  expect(screen.getByText('at 600. 400 ms')).toBeTruthy();
});

test('a beat is in the middle of its tile, a finding begins after its lead-in', () => {
  expect(wallSpan({ start: 5000, end: 5000 }, 250)).toEqual({ start: 4625, end: 5375 });
  expect(wallSpan({ start: 5000, end: 9000 }, 250)).toEqual({ start: 4625, end: 6125 });
  expect(wallSpan({ start: 100, end: 100 }, 250).start).toBe(0);
});
