// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/measuring.ts';
import { texts as zh } from '../../../../platform/texts/zh/measuring.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import type { EditedEpisode } from '../../../../trace/signal/edited-episode.ts';
import { OtherEnds } from './other-ends.tsx';

const beats = Uint32Array.from({ length: 2000 }, (_, i) => 200 * i);
const listeners = new Set<() => void>();
let strip = { start: 9000, end: 12_000 };
const view = {
  ...viewHandle,
  strip: () => strip,
  onMoved: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function episodeIn(texts: Pick<typeof en, 'episode.start' | 'episode.end'>, of: Partial<EditedEpisode> = {}) {
  const named = (text: string): string => text.replace('{{name}}', 'AF');
  const words = { name: 'AF', start: named(texts['episode.start']), end: named(texts['episode.end']) };
  const times = { began: String, ends: String, engine: String };
  const onMove = vi.fn(() => true);
  const episode: EditedEpisode = {
    ...{ key: 'af', start: 10_000, end: 90_000, engine: null, onMove },
    kind: 'af',
    words: { ...words, ...times },
    ...of,
  };
  return { episode, onMove, words };
}

test.each([
  ['en', en],
  ['zh', zh],
] as const)('the end outside the strip has its own grip (%s)', async (language, texts) => {
  strip = { start: 9000, end: 12_000 };
  const { episode, onMove, words } = episodeIn(texts);
  const user = await showIn(language, <OtherEnds {...{ episode, view, beats }} />);
  const grip = await screen.findByRole('slider', { name: words.end });
  expect(screen.queryByRole('slider', { name: words.start })).toBeNull();
  expect(screen.getByRole('region', { name: words.end }).textContent).toContain('at 90000.');
  // 1250 samples over 250 px: 5 a pixel.
  const box = { left: 0, top: 0, width: 250, height: 64, right: 250, bottom: 64, x: 0, y: 0 };
  vi.spyOn(grip.parentElement ?? grip, 'getBoundingClientRect').mockReturnValue({
    ...box,
    toJSON: () => box,
  });
  const at = (px: number) => ({ pointerId: 2, clientX: 125 + px, clientY: 30 });
  fireEvent.pointerDown(grip, { ...at(0), button: 0 });
  fireEvent.pointerMove(grip, at(50));
  expect(grip.getAttribute('aria-valuenow')).toBe('90200');
  fireEvent.pointerMove(grip, { ...at(50), altKey: true });
  expect([grip.getAttribute('aria-valuenow'), onMove.mock.calls]).toEqual(['90250', []]);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(grip.getAttribute('aria-valuenow')).toBe('90000');
  grip.focus();
  await user.keyboard('{ArrowLeft}');
  expect(onMove.mock.calls).toEqual([[{ start: 10_000, end: 89_800 }]]);
});

test('it disappears when the strip reaches it, and without the edit lock it has no grip', async () => {
  strip = { start: 9000, end: 12_000 };
  const { episode, words } = episodeIn(en, { onMove: null });
  await showIn('en', <OtherEnds {...{ episode, view, beats }} />);
  expect(await screen.findByRole('region', { name: words.end })).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
  strip = { start: 89_000, end: 92_000 };
  for (const listener of listeners) listener();
  expect(await screen.findByRole('region', { name: words.start })).toBeTruthy();
  expect(screen.queryByRole('region', { name: words.end })).toBeNull();
});
