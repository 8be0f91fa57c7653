// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/measuring.ts';
import { texts as ja } from '../../platform/texts/ja/measuring.ts';
import { createScene } from '../paint/scene.ts';
import { noWords } from '../paint/test-words.ts';
import type { EditedEpisode } from '../signal/edited-episode.ts';
import { openPlace } from '../time/place.ts';
import { createWallClock } from '../time/wall-clock.ts';
import { stripSpan } from '../time/view.ts';
import { EpisodeGrips } from './episode-grips.tsx';
import { createStage } from './stage.ts';

const manifest = {
  case_id: 1,
  recording_id: 1,
  start_ms: Date.UTC(2026, 10, 10, 9),
  time_zone: 'Asia/Tokyo',
  sampling_hz: 250,
  samples: 3600 * 250,
  leads: [{ label: 'II', zero_lsb: 0, gain_uv_per_lsb: 1, signal_share: 1 }],
  levels: [],
  gaps: [],
  events: [],
  hours: [],
  synthetic: true,
};
/** One beat every 200 samples. */
const sample = Uint32Array.from({ length: 4000 }, (_, i) => 200 * i);
const beats = { sample, class: new Uint8Array(4000), confidence: new Uint8Array(4000) };

/** At 4 px a millimetre and 25 mm a second, a sample is 0.4 px wide, after a gutter of 64 px. */
function show(language: 'en' | 'ja', of: Partial<EditedEpisode> = {}) {
  const texts = { en, ja }[language];
  const stage = createStage(manifest, openPlace(manifest, {}));
  const surface = { widthPx: 1064, heightPx: 150, dpr: 1 };
  stage.sizes.set({ ...stage.sizes.get(), strip: surface, trend: surface, disclosure: surface });
  const scene = createScene({
    manifest,
    tiles: { get: () => undefined },
    wall: createWallClock('Asia/Tokyo', 'en-GB'),
    words: noWords,
    trend: [],
    beats,
  });
  stage.show(scene);
  const onMove = vi.fn(() => true);
  const words = {
    name: 'AF',
    start: texts['episode.start'].replace('{{name}}', 'AF'),
    end: texts['episode.end'].replace('{{name}}', 'AF'),
    began: String,
    ends: String,
    engine: String,
  };
  const episode = {
    key: 'af',
    kind: 'af',
    start: 400,
    end: 1600,
    words,
    engine: null,
    onMove,
    ...of,
  } as const;
  stage.hand.show(episode);
  return {
    stage,
    onMove,
    words,
    episode,
    shown: showIn(language, <EpisodeGrips stage={stage} scene={scene} />),
  };
}

const pxPerSample = ({ stage }: ReturnType<typeof show>): number =>
  (stage.frame().mmPx * stage.view.get().speed) / 250;

test.each(['en', 'ja'] as const)(
  'a drag moves an end from beat to beat and writes once, on release (%s)',
  async (language) => {
    const given = show(language);
    const { stage, onMove, words } = given;
    await given.shown;
    const grip = await screen.findByRole('slider', { name: words.start });
    expect(screen.getByRole('slider', { name: words.end })).toBeTruthy();
    expect(grip.getAttribute('aria-valuetext')).toBe('18:00:01.600');
    const px = pxPerSample(given);
    const at = (samples: number) => ({ pointerId: 3, clientX: 70 + (samples - 400) * px, clientY: 40 });
    fireEvent.pointerDown(grip, { ...at(400), button: 0 });
    for (const to of [460, 590, 780]) fireEvent.pointerMove(grip, at(to));
    expect(stage.hand.ends()).toEqual({ start: 800, end: 1600 });
    expect(grip.getAttribute('aria-valuenow')).toBe('800');
    expect(onMove).not.toHaveBeenCalled();
    fireEvent.pointerMove(grip, { ...at(777), altKey: true });
    expect(stage.hand.ends()).toEqual({ start: 777, end: 1600 });
    fireEvent.pointerUp(grip, at(777));
    expect(onMove.mock.calls).toEqual([[{ start: 777, end: 1600 }]]);
    fireEvent.pointerMove(grip, at(500));
    expect(stage.hand.ends()).toEqual({ start: 777, end: 1600 });
  },
);

test('beyond an edge the strip scrolls under the dragged end, until the pointer returns', async () => {
  const given = show('en');
  const { stage, onMove, words } = given;
  await given.shown;
  const grip = await screen.findByRole('slider', { name: words.end });
  const beyond = { pointerId: 3, clientX: 1100, clientY: 40 };
  fireEvent.pointerDown(grip, { pointerId: 3, button: 0, clientX: 700, clientY: 40 });
  fireEvent.pointerMove(grip, beyond);
  const { start } = stage.view.get();
  const shown = stripSpan(stage.view.get(), stage.frame());
  expect(stage.hand.ends()?.end).toBeLessThanOrEqual(shown.end + 100);
  // No further pointer event: the pointer does not move.
  await expect.poll(() => stage.view.get().start).toBeGreaterThan(start + 500);
  expect(stage.hand.ends()?.end).toBeGreaterThan(shown.end + 300);
  fireEvent.pointerMove(grip, { ...beyond, clientX: 500 });
  const rests = stage.view.get().start;
  fireEvent.pointerUp(grip, { ...beyond, clientX: 500 });
  const written = stage.hand.ends();
  expect(onMove.mock.calls).toEqual([[written]]);
  expect(stage.view.get().start).toBe(rests);
});

test('beyond the left edge the strip scrolls back, never before the recording', async () => {
  const given = show('en');
  const { stage, words } = given;
  await given.shown;
  act(() => stage.dispatch({ kind: 'pan', samples: 300 }));
  const grip = await screen.findByRole('slider', { name: words.start });
  fireEvent.pointerDown(grip, { pointerId: 3, button: 0, clientX: 104, clientY: 40 });
  fireEvent.pointerMove(grip, { pointerId: 3, clientX: 10, clientY: 40 });
  await expect.poll(() => stage.view.get().start).toBe(0);
  await expect.poll(() => stage.hand.ends()?.start).toBe(0);
});

test('Esc cancels a drag, nothing is written, and the desk does not receive the key', async () => {
  const given = show('en');
  const { stage, onMove, words, episode } = given;
  await given.shown;
  const heard = vi.fn();
  window.addEventListener('keydown', heard);
  const grip = await screen.findByRole('slider', { name: words.end });
  fireEvent.pointerDown(grip, { pointerId: 3, button: 0, clientX: 600, clientY: 40 });
  fireEvent.pointerMove(grip, { pointerId: 3, clientX: 800, clientY: 40 });
  expect(stage.hand.ends()?.end).toBeGreaterThan(1600);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(stage.hand.ends()).toBe(episode);
  fireEvent.pointerUp(grip, { pointerId: 3 });
  expect([onMove.mock.calls, heard.mock.calls]).toEqual([[], []]);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(heard).toHaveBeenCalledTimes(1);
  window.removeEventListener('keydown', heard);
});

test('arrows move an end by a beat, each at once', async () => {
  const given = show('en');
  const user = await given.shown;
  (await screen.findByRole('slider', { name: given.words.end })).focus();
  await user.keyboard('{ArrowRight}');
  expect(given.onMove.mock.calls).toEqual([[{ start: 400, end: 1800 }]]);
});

test('users who may not move the ends see no grips; an end outside the view has none', async () => {
  const readOnly = show('en', { onMove: null });
  await readOnly.shown;
  expect(screen.queryAllByRole('slider')).toEqual([]);
  const far = show('en', { end: 500_000 });
  await far.shown;
  expect(await screen.findByRole('slider', { name: far.words.start })).toBeTruthy();
  expect(screen.queryByRole('slider', { name: far.words.end })).toBeNull();
});
