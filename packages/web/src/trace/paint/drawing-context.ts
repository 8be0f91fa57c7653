/**
 * Defines what a renderer may do to a canvas: the few drawing calls that the trace needs.
 *
 * A `CanvasRenderingContext2D` is a `DrawingContext`; a test passes one that records the calls. Coordinates are CSS
 * pixels: the caller has set the transform to the device pixel ratio.
 */
export type DrawingContext = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'clearRect'
  | 'clip'
  | 'closePath'
  | 'fill'
  | 'fillRect'
  | 'fillStyle'
  | 'fillText'
  | 'font'
  | 'globalAlpha'
  | 'lineCap'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'measureText'
  | 'moveTo'
  | 'rect'
  | 'restore'
  | 'roundRect'
  | 'save'
  | 'setLineDash'
  | 'stroke'
  | 'strokeRect'
  | 'strokeStyle'
  | 'textAlign'
  | 'textBaseline'
  | 'translate'
>;

/** The surface that a renderer fills: its size in CSS pixels, and the number of device pixels in a CSS pixel. */
export type Surface = { readonly widthPx: number; readonly heightPx: number; readonly dpr: number };

/** Rounds a CSS position to the nearest whole device pixel. */
export function snap(px: number, dpr: number): number {
  return Math.round(px * dpr) / dpr;
}
