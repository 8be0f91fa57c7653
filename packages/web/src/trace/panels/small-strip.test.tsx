// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from '../../platform/store.ts';
import type { RawRun } from '../signal/signal.ts';
import { SmallStrip } from './small-strip.tsx';
import type { SmallStrips } from './small-strips.ts';

test('a strip is drawn again for its own signal, not for tiles of other positions or changes around it', () => {
  // Every drawing first requests a context; this document has none.
  const drawings = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  onTestFinished(() => drawings.mockRestore());
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
  expect(drawings).toHaveBeenCalledTimes(1);
  own = [{ start: 900, values: new Float32Array(200) }];
  act(() => arrived.set(2));
  expect(drawings).toHaveBeenCalledTimes(2);
  rerender(<SmallStrip strips={strips} start={1000} end={1200} />);
  expect(drawings).toHaveBeenCalledTimes(3);
});
