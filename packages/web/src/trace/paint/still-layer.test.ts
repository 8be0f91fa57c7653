// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { createMemo } from './memo.ts';
import { createStillLayer, type LayerContext } from './still-layer.ts';
import { TestDrawingContext } from './test-drawing-context.ts';

class TestLayerContext extends TestDrawingContext implements LayerContext {
  globalCompositeOperation: LayerContext['globalCompositeOperation'] = 'source-over';
  readonly laid: string[] = [];
  drawImage(): void {
    this.laid.push(this.globalCompositeOperation);
  }
  setTransform(): void {}
}

const surface = { widthPx: 100, heightPx: 20, dpr: 1 };

/** Gives every canvas of this document this context. */
const giveEveryCanvas = (ctx: TestLayerContext | null): void => {
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value: () => ctx, configurable: true });
};
const ownContext = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext') ?? {};

afterEach(() => {
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', ownContext);
});

test('a static part is drawn once while its inputs are the same, and copied in every frame', () => {
  const own = new TestLayerContext();
  giveEveryCanvas(own);
  const ctx = new TestLayerContext();
  const draw = vi.fn();
  const layer = createStillLayer();
  const scene = {};
  for (const follows of [
    [scene, 1],
    [scene, 1],
    [scene, 2],
    [{}, 2],
  ])
    layer.lay(ctx, surface, follows, draw);
  expect(draw).toHaveBeenCalledTimes(3);
  expect(draw).toHaveBeenCalledWith(own);
  expect(ctx.laid).toEqual(['copy', 'copy', 'copy', 'copy']);
  expect(ctx.globalCompositeOperation).toBe('source-over');
});

test('another size and lost pixels draw it again', () => {
  const own = new TestLayerContext();
  giveEveryCanvas(own);
  const draw = vi.fn();
  const layer = createStillLayer();
  const lay = (of: typeof surface): void => layer.lay(new TestLayerContext(), of, [], draw);
  lay(surface);
  lay({ ...surface, dpr: 2 });
  expect(draw).toHaveBeenCalledTimes(2);
  layer.forget();
  lay({ ...surface, dpr: 2 });
  expect(draw).toHaveBeenCalledTimes(3);
});

test('without a bitmap it is drawn on the canvas itself', () => {
  giveEveryCanvas(null);
  const ctx = new TestLayerContext();
  const draw = vi.fn();
  createStillLayer().lay(ctx, surface, [], draw);
  expect(draw).toHaveBeenCalledWith(ctx);
});

test('the last one is kept while all its inputs are the same', () => {
  const kept = createMemo<object>();
  const make = (): object => ({});
  const first = kept([1, 'a'], make);
  expect(kept([1, 'a'], make)).toBe(first);
  expect(kept([1], make)).not.toBe(first);
  expect(kept([1, 'a'], make)).not.toBe(first);
});
