// @vitest-environment happy-dom
import { ThemeProvider } from '@mui/material/styles';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { theme } from '../../platform/theme/theme.ts';
import { createPainter } from '../paint/painter.ts';
import { TraceCanvas } from './trace-canvas.tsx';

const ownContext = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext') ?? {};

beforeEach(() => {
  const value = () => ({ setTransform: () => undefined });
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value, configurable: true });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 100));
});
afterEach(() => {
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', ownContext);
  vi.restoreAllMocks();
});

const resize = (): void => {
  act(() => {
    window.dispatchEvent(new Event('resize'));
  });
};

/** Makes a painter whose frames are run by the test. */
function steppedPainter() {
  const frames: (() => void)[] = [];
  const painter = createPainter((frame) => frames.push(frame));
  return { painter, frame: () => frames.splice(0).forEach((one) => one()) };
}

function shown() {
  const { painter, frame } = steppedPainter();
  const draw = vi.fn();
  const state = { view: 1 };
  const canvas = (colours: object) => (
    <ThemeProvider theme={theme} defaultMode="light" noSsr>
      <TraceCanvas painter={painter} draw={draw} follows={() => [state.view, colours]} />
    </ThemeProvider>
  );
  const light = {};
  const { rerender, container } = render(canvas(light));
  resize();
  frame();
  const lost = () => container.querySelector('canvas')?.dispatchEvent(new Event('contextrestored'));
  return { painter, frame, draw, state, light, lost, show: (colours: object) => rerender(canvas(colours)) };
}

test('a frame does not change a canvas while its content is the same', () => {
  const { painter, frame, draw, state, light, show } = shown();
  expect(draw).toHaveBeenCalledTimes(1);
  painter.invalidate();
  frame();
  show(light);
  frame();
  expect(draw).toHaveBeenCalledTimes(1);
  state.view = 2;
  painter.invalidate();
  frame();
  expect(draw).toHaveBeenCalledTimes(2);
  show({});
  frame();
  expect(draw).toHaveBeenCalledTimes(3);
});

test('loaded fonts, another size and a restored context draw it again', () => {
  const { frame, draw, lost } = shown();
  document.fonts.dispatchEvent(new Event('loadingdone'));
  frame();
  expect(draw).toHaveBeenCalledTimes(2);
  resize();
  frame();
  expect(draw).toHaveBeenCalledTimes(3);
  lost();
  frame();
  expect(draw).toHaveBeenCalledTimes(4);
});
