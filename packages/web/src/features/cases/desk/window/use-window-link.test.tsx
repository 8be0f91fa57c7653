// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { atAddress, showIn, signedInAs } from '../../../../platform/test-page.tsx';
import { createStore } from '../../../../platform/store.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { createStage, type Stage } from '../../../../trace/panels/stage.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { openPlace } from '../../../../trace/time/place.ts';
import { stripRows, stripSpan } from '../../../../trace/time/view.ts';
import { StripPlaceProvider, useStripPlace } from '../../analysis/strip-place.tsx';
import { testDesk } from '../session/test-desk.ts';
import { useWindowLink } from './use-window-link.ts';

const recording = {
  ...{ start_ms: 0, sampling_hz: 250, samples: 1200 * 250 },
  leads: [{ label: 'II', zero_lsb: 0, gain_uv_per_lsb: 1 }],
};

function stripOf(widthPx: number, heightPx: number): Stage {
  const stage = createStage(recording, openPlace(recording, {}));
  const strip = { widthPx, heightPx, dpr: 1 };
  stage.sizes.set({ ...stage.sizes.get(), strip });
  return stage;
}

const rowsOf = ({ view, frame }: Stage): number => stripRows(view.get(), frame());

/** Returns the recording as a page shows it, without its signal. */
const handleOf = (stage: Stage): RecordingHandle => ({
  ...viewHandle,
  goTo: (sample) => stage.dispatch({ kind: 'centre', sample }),
  looked: stage.looked,
  strip: () => stripSpan(stage.view.get(), stage.frame()),
  onMoved: (listener) => {
    const leave = [stage.view.subscribe(listener), stage.sizes.subscribe(listener)];
    return () => leave.forEach((one) => one());
  },
});

type WindowProps = { readonly role: 'desk' | 'second'; readonly stage: Stage };

function Linked({ role, stage }: WindowProps) {
  const strip = useStripPlace();
  const [desk] = useState(testDesk);
  const [taken] = useState(() => createStore<{ from: string; samples: readonly number[] } | null>(null));
  useEffect(() => strip.keep(handleOf(stage)), [strip, stage]);
  useWindowLink({ ...desk, view: useStored(strip.view) }, { case_id: 5, role, taken, isOn: true });
  return null;
}

const windowOf = (props: WindowProps) => (
  <StripPlaceProvider key={props.role}>
    <Linked {...props} />
  </StripPlaceProvider>
);

const isShown = (stage: Stage, sample: number): boolean => {
  const { start, end } = stripSpan(stage.view.get(), stage.frame());
  return sample >= start && sample < end;
};

async function openBoth() {
  signedInAs();
  const [desk, second] = [stripOf(800, 420), stripOf(600, 150)];
  const windows = [windowOf({ role: 'desk', stage: desk }), windowOf({ role: 'second', stage: second })];
  await showIn('en', atAddress('/review/5', windows));
  const standTogether = (sample: number): Promise<void> =>
    waitFor(() => {
      for (const stage of [desk, second]) {
        expect(Math.abs(stage.looked() - sample)).toBeLessThanOrEqual(1);
        expect(isShown(stage, sample)).toBe(true);
      }
    });
  // The second window is received once it has greeted the desk, which then sends its state.
  await standTogether(desk.looked());
  return { desk, second, standTogether };
}

test('windows with different numbers of rows show the same beat, whichever was moved', async () => {
  const { desk, second, standTogether } = await openBoth();
  expect([rowsOf(desk), rowsOf(second)]).toEqual([3, 1]);
  desk.dispatch({ kind: 'centre', sample: 60_000 });
  await standTogether(60_000);
  second.dispatch({ kind: 'centre', sample: 120_000 });
  await standTogether(120_000);
  // With two rows, the reader looks at the first one.
  desk.sizes.set({ ...desk.sizes.get(), strip: { widthPx: 800, heightPx: 300, dpr: 1 } });
  expect(rowsOf(desk)).toBe(2);
  desk.dispatch({ kind: 'pan', samples: 500 });
  await standTogether(120_500);
});

test('a position that cannot be in the middle of one window is shown in the other too', async () => {
  const { desk, second, standTogether } = await openBoth();
  for (const sample of [800, 300, recording.samples - 300]) {
    desk.dispatch({ kind: 'centre', sample });
    await standTogether(sample);
  }
  second.dispatch({ kind: 'centre', sample: 400 });
  await standTogether(400);
});
