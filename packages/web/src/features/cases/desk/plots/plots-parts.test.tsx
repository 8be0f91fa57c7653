// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as zh } from '../../../../platform/texts/zh/desk.ts';
import { IntervalForm, intervalsOf } from './interval-form.tsx';
import { PlotFrame, type PlotFrameProps } from './plot-frame.tsx';

test.each([
  { language: 'en', words: en },
  { language: 'zh', words: zh },
] as const)('$language: beats are selected by limits of their intervals', async ({ language, words }) => {
  const onSelect = vi.fn();
  const user = await showIn(language, <IntervalForm onSelect={onSelect} />);
  const field = await screen.findByRole('spinbutton', { name: words['plots.before-to'] });
  await user.clear(field);
  expect(screen.getByRole('button', { name: words['plots.select'] }).hasAttribute('disabled')).toBe(true);
  await user.type(field, '450{Enter}');
  expect(onSelect).toHaveBeenCalledExactlyOnceWith({ x: { from: 200, to: 450 }, y: { from: 200, to: 2000 } });
});

test('an interval that ends before it begins is invalid', () => {
  const given = { 'before-from': '500', 'before-to': '400', 'after-from': '1', 'after-to': '2' };
  expect(intervalsOf(given)).toBeNull();
});

/** Makes a plot of 100 × 100 pixels; its axes run from 0 to 10 and from 0 to 1. */
async function drawnOn(tool: PlotFrameProps['tool']) {
  const handlers = { onLine: vi.fn(), onArea: vi.fn(), onPress: vi.fn() };
  const area = { x: { from: 0, to: 10 }, y: { from: 0, to: 1 } };
  await showIn(
    'en',
    <PlotFrame
      {...handlers}
      {...{ tool, area }}
      title="Plot"
      note=""
      xTicks={[]}
      yTicks={[]}
      heightPx={100}
      isOwn
    >
      <span>picture</span>
    </PlotFrame>,
  );
  const hand = (await screen.findByText('picture')).parentElement?.querySelector('svg');
  if (hand === null || hand === undefined) throw new Error('no hand');
  hand.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100);
  hand.setPointerCapture = () => undefined;
  const drag = (...places: readonly (readonly [number, number])[]): void => {
    places.forEach(([clientX, clientY], i) => {
      const at = { clientX, clientY, pointerId: 1, button: 0 };
      if (i === 0) fireEvent.pointerDown(hand, at);
      fireEvent.pointerMove(hand, at);
      if (i === places.length - 1) fireEvent.pointerUp(hand, at);
    });
  };
  return { ...handlers, drag };
}

test('a rectangle is converted to values of the axes, whichever corner comes first', async () => {
  const { drag, onArea } = await drawnOn('range');
  drag([80, 25], [20, 75]);
  expect(onArea).toHaveBeenCalledExactlyOnceWith({ x: { from: 2, to: 8 }, y: { from: 0.25, to: 0.75 } });
});

test('a range covers the whole height', async () => {
  const { drag, onArea } = await drawnOn('stretch');
  drag([30, 50], [40, 52]);
  expect(onArea).toHaveBeenCalledWith({ x: { from: 3, to: 4 }, y: { from: 0, to: 1 } });
});

test('a lasso is converted to its line, and a click without movement to a position', async () => {
  const { drag, onLine, onPress } = await drawnOn('lasso');
  drag([10, 10], [50, 10], [50, 90]);
  expect(onLine.mock.calls[0]?.[0]).toContainEqual({ x: 5, y: 0.9 });
  expect(onPress).not.toHaveBeenCalled();
  drag([60, 60]);
  expect(onPress).toHaveBeenCalledWith({ x: 6, y: 0.4 });
  expect(onLine).toHaveBeenCalledOnce();
});
