// @vitest-environment happy-dom
import { findingQueue, type QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import type { EpisodeSpan } from '@rhythmdesk/ecg/rhythm/episode-marks';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAwaitedItem } from './use-awaited-item.ts';

const itemsOf = (...spans: readonly EpisodeSpan[]): QueueItem[] =>
  findingQueue({
    findings: spans.map((span) => {
      return { ...span, beats: 4, bpm: 60, state: 'mended' as const, certainty: 1, shape: null };
    }),
    ...{ templates: [], extremes: [], events: [], accepted: [] },
  }).flatMap(({ items }) => [...items]);
const marked: EpisodeSpan = { kind: 'mobitz', start_sample: 500, end_sample: 900 };
const before = itemsOf({ kind: 'vt', start_sample: 100, end_sample: 950 });
const after = [...before, ...itemsOf(marked)];

function waiting(span = marked) {
  const open = vi.fn();
  const { result, rerender } = renderHook(
    ({ items, key }: { items: readonly QueueItem[]; key: string }) => useAwaitedItem(items, key, open),
    { initialProps: { items: before, key: 'a' } },
  );
  act(() => result.current(span));
  return { open, rerender };
}

test('a marked finding is opened once it is in the queue, and not again', () => {
  const { open, rerender } = waiting();
  expect(open).not.toHaveBeenCalled();
  rerender({ items: after, key: 'a' });
  expect(open.mock.calls).toEqual([[itemsOf(marked)[0]]]);
  rerender({ items: [...after], key: 'a' });
  expect(open).toHaveBeenCalledOnce();
});

test('a user who selects another item meanwhile is not interrupted', () => {
  const { open, rerender } = waiting();
  rerender({ items: before, key: 'b' });
  rerender({ items: after, key: 'a' });
  expect(open).not.toHaveBeenCalled();
});

test('unreadable time is stored in full seconds and found nevertheless', () => {
  const noise = itemsOf({ kind: 'noise', start_sample: 250, end_sample: 1000 });
  const { open, rerender } = waiting({ ...marked, kind: 'noise' });
  rerender({ items: noise, key: 'a' });
  expect(open).toHaveBeenCalledWith(noise[0]);
});
