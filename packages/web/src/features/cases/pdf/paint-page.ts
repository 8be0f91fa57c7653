/** Draws one PDF page on a canvas at device pixels. A cancelled drawing ends silently. */
import type { PdfPage } from './use-pdf.ts';

/** Browsers refuse or blank canvases above this. */
const mostPixels = 16_777_216;

export type Painting = { readonly done: Promise<void>; readonly cancel: () => void };

const isCancelled = (error: unknown): boolean =>
  error instanceof Error && error.name === 'RenderingCancelledException';

/** @param scale CSS pixels a point @param ratio device pixels a CSS pixel */
export function paintPage(
  { proxy, paper }: PdfPage,
  canvas: HTMLCanvasElement,
  scale: number,
  ratio: number,
  intent: 'display' | 'print' = 'display',
): Painting {
  const wanted = scale * ratio;
  const drawn = Math.min(wanted, Math.sqrt(mostPixels / (paper.width * paper.height)));
  const viewport = proxy.getViewport({ scale: drawn });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const task = proxy.render({ canvas, viewport, intent });
  const done = task.promise.catch((error: unknown) => {
    if (!isCancelled(error)) throw error;
  });
  return { done, cancel: () => task.cancel() };
}
