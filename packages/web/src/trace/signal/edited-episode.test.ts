import { expect, test, vi } from 'vitest';
import { createEpisodeHand, type EditedEpisode } from './edited-episode.ts';

const words = { name: 'AF', start: 'Onset', end: 'End', began: String, ends: String, engine: String };
const episode = (of: Partial<EditedEpisode> = {}): EditedEpisode => ({
  key: 'af 1',
  kind: 'af',
  start: 100,
  end: 900,
  words,
  engine: null,
  onMove: vi.fn(() => true),
  ...of,
});
const moved = { start: 300, end: 900 };

test('nothing is written while an end is dragged; released, it stays until the reading contains it', () => {
  const hand = createEpisodeHand(() => undefined);
  const shown = episode();
  hand.show(shown);
  hand.hold({ start: 200, end: 900 });
  hand.hold(moved);
  expect(shown.onMove).not.toHaveBeenCalled();
  expect(hand.ends()).toEqual(moved);
  hand.letGo(true);
  expect(vi.mocked(shown.onMove ?? vi.fn()).mock.calls).toEqual([[moved]]);
  hand.show(episode());
  expect(hand.ends()).toEqual(moved);
  hand.show(episode({ start: 320 }));
  expect(hand.ends()).toMatchObject({ start: 320, end: 900 });
});

test('cancelled or without a change, the episode is restored', () => {
  const hand = createEpisodeHand(() => undefined);
  const shown = episode({ onMove: vi.fn(() => false) });
  hand.show(shown);
  hand.hold(moved);
  hand.letGo(false);
  expect(hand.ends()).toBe(shown);
  expect(shown.onMove).not.toHaveBeenCalled();
  hand.hold(moved);
  hand.letGo(true);
  expect(hand.ends()).toBe(shown);
});

test('another episode, and a lost edit lock, end the drag', () => {
  const hand = createEpisodeHand(() => undefined);
  hand.show(episode());
  hand.hold(moved);
  hand.show(episode({ start: 110 }));
  expect(hand.ends()).toEqual(moved);
  const readOnly = episode({ onMove: null });
  hand.show(readOnly);
  expect(hand.ends()).toBe(readOnly);
  hand.hold(moved);
  expect(hand.ends()).toBe(readOnly);
  const other = episode({ key: 'af 2' });
  hand.show(episode());
  hand.hold(moved);
  hand.show(other);
  hand.letGo(true);
  expect(hand.ends()).toBe(other);
  expect(other.onMove).not.toHaveBeenCalled();
});
