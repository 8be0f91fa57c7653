// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { act, Suspense } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from '../../platform/store.ts';
import { textsStarted } from '../../platform/test-page.tsx';
import type { RawRun } from '../signal/signal.ts';
import { SmallStrip } from './small-strip.tsx';
import type { SmallStrips } from './small-strips.ts';

test('a strip is drawn again for its own signal, not for tiles of other positions or changes around it', async () => {
  // An earlier file of this process may have started the texts. A component then waits for those that it shows.
  await textsStarted();
  // Every drawing first requests a context; this document has none.
  const drawings = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  onTestFinished(() => drawings.mockRestore());
  let own: RawRun[] = [];
  const runs = vi.fn(() => own);
  const arrived = createStore(0);
  const strips: SmallStrips = {
    clock: { start_ms: 0, sampling_hz: 250, samples: 100_000 },
    arrived,
    showAll: () => () => undefined,
    runs,
    holding: () => () => (own.length > 0 ? '1' : '0'),
    leads: 1,
    lead: () => 0,
    leadWithin: () => 0,
    otherName: () => undefined,
  };
  const strip = (end: number) => (
    <Suspense fallback={null}>
      <SmallStrip strips={strips} start={1000} end={end} />
    </Suspense>
  );
  const { rerender } = render(strip(1100));
  await screen.findByRole('img');
  rerender(strip(1100));
  act(() => arrived.set(1));
  expect(drawings).toHaveBeenCalledTimes(1);
  expect(runs).toHaveBeenCalledTimes(1);
  own = [{ start: 900, values: new Float32Array(200) }];
  act(() => arrived.set(2));
  expect(drawings).toHaveBeenCalledTimes(2);
  expect(runs).toHaveBeenCalledTimes(2);
  rerender(strip(1200));
  expect(drawings).toHaveBeenCalledTimes(3);
});
