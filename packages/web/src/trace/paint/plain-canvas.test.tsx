// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PlainCanvas } from './plain-canvas.tsx';

/** All that a canvas is asked for before it is drawn on. */
const pen = { setTransform: vi.fn() };

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a picture is drawn anew by another draw or size, not because what is around it changed', () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(Object.create(pen));
  // The page's fonts are told of by the browser.
  vi.stubGlobal('document', Object.assign(document, { fonts: new EventTarget() }));
  const draw = vi.fn();
  const at = (heightPx: number, of: typeof draw, label = 'one') => (
    <PlainCanvas label={label} heightPx={heightPx} widthPx={90} draw={of} />
  );
  const { rerender } = render(at(30, draw));
  expect(draw).toHaveBeenCalledOnce();
  rerender(at(30, draw, 'two'));
  expect(draw).toHaveBeenCalledOnce();
  rerender(at(40, draw));
  expect(draw).toHaveBeenCalledTimes(2);
  const other = vi.fn();
  rerender(at(40, other));
  expect([draw, other].map((one) => one.mock.calls.length)).toEqual([2, 1]);
});
