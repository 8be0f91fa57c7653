// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/trace.ts';
import { texts as ja } from '../../platform/texts/ja/trace.ts';
import { openPlace } from '../time/place.ts';
import { createStage } from './stage.ts';
import { ToolBar } from './tool-bar.tsx';

const manifest = {
  ...{ case_id: 1, recording_id: 1, start_ms: Date.UTC(2026, 10, 10, 9), time_zone: 'Asia/Tokyo' },
  ...{ sampling_hz: 250, samples: 900_000, levels: [], gaps: [], events: [], hours: [], synthetic: true },
  leads: [{ label: 'II', zero_lsb: 0, gain_uv_per_lsb: 1, signal_share: 1 }],
};

function opened(compact = true) {
  const stage = createStage(manifest, openPlace(manifest, {}));
  const onAddStrip = vi.fn();
  const bar = (
    <ToolBar
      {...{ stage, manifest, onAddStrip }}
      {...{ narrow: false, compact, findings: null, onCalibrate: vi.fn() }}
    />
  );
  const wide = (widthPx: number) =>
    act(() => stage.sizes.set({ ...stage.sizes.get(), strip: { widthPx, heightPx: 300, dpr: 1 } }));
  return { stage, bar, wide, onAddStrip };
}

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)(
  '$language: the desk at 1440 pixels shows tool names in tooltips, so that one row is enough',
  async ({ language, words }) => {
    const { stage, bar, wide, onAddStrip } = opened();
    const user = await showIn(language, bar);
    const toolbar = await screen.findByRole('toolbar', { name: words.region });
    const measure = () => screen.getByRole('button', { name: words.measure });
    wide(1380);
    expect(toolbar.dataset['tight']).toBe('false');
    expect(measure().textContent).toContain(words.measure);
    wide(900);
    expect(toolbar.dataset['tight']).toBe('true');
    expect(measure().textContent).toBe('');
    await user.click(measure());
    expect(stage.view.get().measuring).toBe(true);
    await user.click(screen.getByRole('button', { name: words['strip.add'] }));
    expect(onAddStrip).toHaveBeenCalledOnce();
    // Below that even the icons need a second row, and the words may stay.
    wide(570);
    expect(toolbar.dataset['tight']).toBe('false');
  },
);

test('the case page at 1440 pixels has its settings in one menu, and wide screens show them', async () => {
  const { bar, wide } = opened(false);
  await showIn('en', bar);
  const toolbar = await screen.findByRole('toolbar', { name: en.region });
  const gains = () => screen.queryByRole('group', { name: en.gain });
  wide(1500);
  expect(gains()).not.toBeNull();
  expect(screen.queryByRole('button', { name: new RegExp(en.settings) })).toBeNull();
  wide(1040);
  expect(gains()).toBeNull();
  expect(screen.getByRole('button', { name: new RegExp(en.settings) })).toBeTruthy();
  expect(toolbar.dataset['tight']).toBe('true');
});
