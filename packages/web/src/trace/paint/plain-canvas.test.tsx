// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PlainCanvas } from './plain-canvas.tsx';

afterEach(() => vi.restoreAllMocks());

test('a picture is drawn again for another draw function or size, not for changes around it', () => {
  // Every drawing first requests a context; this document has none.
  const drawings = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const [one, other] = [vi.fn(), vi.fn()];
  const at = (heightPx: number, draw: typeof one, label = 'one') => (
    <PlainCanvas label={label} heightPx={heightPx} widthPx={90} draw={draw} />
  );
  const { rerender } = render(at(30, one));
  expect(drawings).toHaveBeenCalledTimes(1);
  rerender(at(30, one, 'two'));
  expect(drawings).toHaveBeenCalledTimes(1);
  rerender(at(40, one));
  expect(drawings).toHaveBeenCalledTimes(2);
  rerender(at(40, other));
  expect(drawings).toHaveBeenCalledTimes(3);
});
