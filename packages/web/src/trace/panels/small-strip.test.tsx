// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../platform/store.ts';
import type { PlainCanvasProps } from '../paint/plain-canvas.tsx';
import type { RawRun } from '../signal/signal.ts';
import { SmallStrip } from './small-strip.tsx';
import type { SmallStrips } from './small-strips.ts';

const given: PlainCanvasProps['draw'][] = [];
vi.mock('../paint/plain-canvas.tsx', () => ({
  PlainCanvas: ({ draw }: PlainCanvasProps) => {
    given.push(draw);
    return null;
  },
}));
vi.mock('../paint/use-trace-colours.ts', () => {
  const colours = {};
  return { useTraceColours: () => colours };
});

test('a strip is drawn anew by its own signal, not by tiles of other places nor by what is around it', () => {
  let own: RawRun[] = [];
  const arrived = createStore(0);
  const strips: SmallStrips = {
    clock: { start_ms: 0, sampling_hz: 250, samples: 100_000 },
    arrived,
    show: () => () => undefined,
    showAll: () => () => undefined,
    runs: () => own,
    leads: 1,
    lead: () => 0,
  };
  const strip = <SmallStrip strips={strips} start={1000} end={1100} />;
  const { rerender } = render(strip);
  rerender(<SmallStrip strips={strips} start={1000} end={1100} />);
  act(() => arrived.set(1));
  expect(given.length).toBeGreaterThan(1);
  expect(new Set(given).size).toBe(1);
  own = [{ start: 900, values: new Float32Array(200) }];
  act(() => arrived.set(2));
  expect(new Set(given).size).toBe(2);
  rerender(<SmallStrip strips={strips} start={1000} end={1200} />);
  expect(new Set(given).size).toBe(3);
});
