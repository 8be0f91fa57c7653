// @vitest-environment happy-dom
import { findingQueue, type QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAwaitedNext } from './use-awaited-next.ts';

const longest = (sample: number, rejected = false) =>
  ({ extreme: 'longest_rr', sample, value: 2000, rejected }) as const;
const itemsOf = (...extremes: readonly ReturnType<typeof longest>[]): QueueItem[] =>
  findingQueue({ findings: [], templates: [], extremes, events: [], accepted: [] }).flatMap(({ items }) => [
    ...items,
  ]);
const before = itemsOf(longest(500));
const key = before[0]?.key ?? '';
const after = itemsOf(longest(500, true), longest(900));

function rejecting() {
  const open = vi.fn();
  const { result, rerender } = renderHook(
    ({ items, at }: { items: readonly QueueItem[]; at: string }) => useAwaitedNext(items, at, open),
    { initialProps: { items: before, at: key } },
  );
  act(() => result.current());
  return { open, rerender };
}

test('the extreme that replaces a rejected one is opened, and not again', () => {
  const { open, rerender } = rejecting();
  rerender({ items: [...before], at: key });
  expect(open).not.toHaveBeenCalled();
  rerender({ items: after, at: key });
  expect(open.mock.calls).toEqual([[after.find(({ state }) => state === 'open')]]);
  rerender({ items: [...after], at: key });
  expect(open).toHaveBeenCalledOnce();
});

test('a user who selects another item meanwhile is not interrupted', () => {
  const { open, rerender } = rejecting();
  rerender({ items: before, at: 'other' });
  rerender({ items: after, at: key });
  expect(open).not.toHaveBeenCalled();
});

test('if nothing replaces it, the selection stays, also after later edits', () => {
  const { open, rerender } = rejecting();
  rerender({ items: itemsOf(longest(500, true)), at: key });
  rerender({ items: after, at: key });
  expect(open).not.toHaveBeenCalled();
});
