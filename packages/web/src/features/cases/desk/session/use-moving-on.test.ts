// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isLocalEdit, useMovingOn } from './use-moving-on.ts';

type Read = Parameters<typeof useMovingOn>[0];
const open: Read = { key: 'a', state: 'open' };

function reading(writes: boolean) {
  const goOn = vi.fn();
  const { rerender } = renderHook((current: Read) => useMovingOn(current, writes, goOn), {
    initialProps: open,
  });
  return { goOn, rerender };
}

test('a follower goes on where another judged what both read', () => {
  const { goOn, rerender } = reading(false);
  rerender({ ...open, state: 'accepted' });
  expect(goOn).toHaveBeenCalledOnce();
  rerender({ ...open, state: 'accepted' });
  expect(goOn).toHaveBeenCalledOnce();
});

test('who writes stays, and so does who opens an item that was judged before', () => {
  const writer = reading(true);
  writer.rerender({ ...open, state: 'accepted' });
  expect(writer.goOn).not.toHaveBeenCalled();
  const follower = reading(false);
  follower.rerender({ key: 'b', state: 'rejected' });
  follower.rerender(open);
  expect(follower.goOn).not.toHaveBeenCalled();
});

test('the first edit of a page is its own, though it has no edit lock before the server took it', () => {
  const edit_lock = { holder: null, here: false, may_take: true, may_ask: true, asked_by: null };
  expect(isLocalEdit({ edit_lock, unsent: 1 })).toBe(true);
  expect(isLocalEdit({ edit_lock: { ...edit_lock, here: true }, unsent: 0 })).toBe(true);
  expect(isLocalEdit({ edit_lock, unsent: 0 })).toBe(false);
  expect(isLocalEdit(null)).toBe(false);
});
