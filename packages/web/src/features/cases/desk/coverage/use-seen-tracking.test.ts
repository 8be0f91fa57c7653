// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { useSeenTracking } from './use-seen-tracking.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function standing() {
  const moved: (() => void)[] = [];
  let at = 0;
  const view = {
    ...viewHandle,
    readable: () => [{ start: at, end: at + 2000 }],
    onMoved: (listener: () => void) => {
      moved.push(listener);
      return () => void moved.splice(moved.indexOf(listener), 1);
    },
  };
  const see = vi.fn();
  const { unmount } = renderHook(() => useSeenTracking(view, see));
  const move = (to: number): void => {
    at = to;
    moved.forEach((notify) => notify());
  };
  return { see, move, unmount, moved };
}

test('a section shown for a second is seen; a passing one is not', async () => {
  const { see, move } = standing();
  await vi.advanceTimersByTimeAsync(900);
  move(5000);
  await vi.advanceTimersByTimeAsync(900);
  expect(see).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(see.mock.calls).toEqual([[{ start: 5000, end: 7000 }]]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(see).toHaveBeenCalledOnce();
});

test('after leaving nothing more is seen, and nothing counts in a hidden tab', async () => {
  const { see, move, unmount, moved } = standing();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  move(1000);
  await vi.advanceTimersByTimeAsync(2000);
  hidden.mockRestore();
  move(2000);
  unmount();
  await vi.advanceTimersByTimeAsync(2000);
  expect(see).not.toHaveBeenCalled();
  expect(moved).toEqual([]);
});
