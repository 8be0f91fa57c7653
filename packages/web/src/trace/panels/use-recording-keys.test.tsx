// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/trace.ts';
import { useCommands } from '../../ui/keys/use-commands.ts';
import { createScene } from '../paint/scene.ts';
import { openPlace } from '../time/place.ts';
import { useWallClock } from '../time/use-wall-clock.ts';
import { CaliperHandles } from './caliper-handles.tsx';
import { createStage, type Stage } from './stage.ts';
import { useRecordingKeys } from './use-recording-keys.ts';
import { useTraceWords } from './use-trace-words.ts';

const manifest = {
  case_id: 7,
  recording_id: 1,
  start_ms: Date.UTC(2026, 10, 10, 9),
  time_zone: 'Asia/Seoul',
  sampling_hz: 250,
  samples: 3600 * 250,
  leads: [],
  levels: [],
  gaps: [],
  events: [],
  hours: [],
  synthetic: false,
};

type CalipersProps = { readonly stage: Stage; readonly onLeave?: () => void };

function Calipers({ stage, onLeave = vi.fn() }: CalipersProps) {
  useCommands([{ id: 'leave', keys: ['Esc'], title: 'leave', run: onLeave }]);
  const words = useTraceWords(false);
  const wall = useWallClock(manifest.time_zone);
  useRecordingKeys(stage, { onFinding: vi.fn() });
  const scene = createScene({ manifest, tiles: stage.tiles, wall, words, trend: [] });
  return (
    <>
      <button type="button">elsewhere</button>
      <CaliperHandles stage={stage} scene={scene} bottomPx={0} />
    </>
  );
}

function openStage(): Stage {
  const stage = createStage(manifest, openPlace(manifest, {}));
  const surface = { widthPx: 800, heightPx: 300, dpr: 1 };
  stage.sizes.set({ ...stage.sizes.get(), strip: surface, disclosure: surface, trend: surface });
  return stage;
}

test('M gives the first caliper the focus; arrows move it, and M again ends measuring', async () => {
  const stage = openStage();
  const user = await showIn('en', <Calipers stage={stage} />);
  await screen.findByRole('button', { name: 'elsewhere' });
  await user.keyboard('m');
  expect(document.activeElement).toBe(screen.getByRole('slider', { name: en['measure.first'] }));
  const before = stage.view.get();
  await user.keyboard('{ArrowRight}');
  expect(stage.view.get().caliper?.a).toBe((before.caliper?.a ?? 0) + 1);
  expect(stage.view.get().start).toBe(before.start);
  await user.keyboard('m');
  expect(stage.view.get().measuring).toBe(false);
});

test('Esc ends measuring wherever the focus is, and only then acts on the page', async () => {
  const stage = openStage();
  const left = vi.fn();
  const user = await showIn('en', <Calipers stage={stage} onLeave={left} />);
  const elsewhere = await screen.findByRole('button', { name: 'elsewhere' });
  await user.keyboard('m');
  elsewhere.focus();
  await user.keyboard('{Escape}');
  expect(stage.view.get().measuring).toBe(false);
  expect(left).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(left).toHaveBeenCalledOnce();
});
