// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { act, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../platform/store.ts';
import { textsStarted } from '../../platform/test-page.tsx';
import type { SmallStrips } from './small-strips.ts';
import { WallStrip } from './wall-strip.tsx';

test('a strip of a wall begins with the lead of the full disclosure, also when another one is chosen', async () => {
  await textsStarted();
  let lead = 0;
  const arrived = createStore(0);
  const showAll = vi.fn<SmallStrips['showAll']>(() => () => undefined);
  const strips: SmallStrips = {
    clock: { start_ms: 0, sampling_hz: 250, samples: 100_000 },
    ...{ arrived, showAll },
    runs: () => [],
    holding: () => () => '0',
    leads: 3,
    lead: () => lead,
    leadWithin: () => lead,
    otherName: () => undefined,
  };
  render(
    <Suspense fallback={null}>
      <WallStrip strips={strips} start={1000} end={1100} beats={undefined} heightPx={80} />
    </Suspense>,
  );
  await screen.findByRole('img');
  lead = 2;
  act(() => arrived.set(1));
  expect(showAll.mock.calls.map(([, leads]) => leads?.[0])).toEqual([0, 2]);
});
