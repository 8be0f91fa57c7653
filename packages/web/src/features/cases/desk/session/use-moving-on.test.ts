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

test('a follower advances if another user judged their common item', () => {
  const { goOn, rerender } = reading(false);
  rerender({ ...open, state: 'accepted' });
  expect(goOn).toHaveBeenCalledOnce();
  rerender({ ...open, state: 'accepted' });
  expect(goOn).toHaveBeenCalledOnce();
});

test('the writing user stays, and so does one who opens an already judged item', () => {
  const writer = reading(true);
  writer.rerender({ ...open, state: 'accepted' });
  expect(writer.goOn).not.toHaveBeenCalled();
  const follower = reading(false);
  follower.rerender({ key: 'b', state: 'rejected' });
  follower.rerender(open);
  expect(follower.goOn).not.toHaveBeenCalled();
});

test('the first edit of a page is its own, although it has no edit lock yet', () => {
  const edit_lock = { holder: null, here: false, may_take: true, may_ask: true, asked_by: null };
  expect(isLocalEdit({ edit_lock, unsent: 1 })).toBe(true);
  expect(isLocalEdit({ edit_lock: { ...edit_lock, here: true }, unsent: 0 })).toBe(true);
  expect(isLocalEdit({ edit_lock, unsent: 0 })).toBe(false);
  expect(isLocalEdit(null)).toBe(false);
});
