/**
 * Provides a drawing context for tests that records what was drawn: every line of every stroke and filled shape, every
 * box and every text.
 */
import type { DrawingContext } from './drawing-context.ts';

export type Dot = { readonly x: number; readonly y: number };
export type Stroke = { readonly colour: unknown; readonly lines: readonly (readonly Dot[])[] };

export class TestDrawingContext implements DrawingContext {
  readonly strokes: Stroke[] = [];
  /** Filled shapes made of lines. */
  readonly fills: Stroke[] = [];
  readonly boxes: { x: number; y: number; width: number; height: number; colour: unknown }[] = [];
  readonly texts: string[] = [];
  readonly words: (Dot & { readonly text: string })[] = [];
  /** The colours of filled circles. */
  readonly discs: unknown[] = [];
  private isCircle = false;
  fillStyle: DrawingContext['fillStyle'] = '';
  strokeStyle: DrawingContext['strokeStyle'] = '';
  font = '';
  globalAlpha = 1;
  lineCap: CanvasLineCap = 'butt';
  lineJoin: CanvasLineJoin = 'miter';
  lineWidth = 1;
  textAlign: CanvasTextAlign = 'left';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  private lines: Dot[][] = [];
  private origin: Dot = { x: 0, y: 0 };
  private readonly saved: Dot[] = [];

  private placed(x: number, y: number): Dot {
    return { x: this.origin.x + x, y: this.origin.y + y };
  }
  beginPath(): void {
    this.lines = [];
    this.isCircle = false;
  }
  moveTo(x: number, y: number): void {
    this.lines.push([this.placed(x, y)]);
  }
  lineTo(x: number, y: number): void {
    this.lines.at(-1)?.push(this.placed(x, y));
  }
  stroke(): void {
    this.strokes.push({ colour: this.strokeStyle, lines: this.lines });
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.boxes.push({ ...this.placed(x, y), width, height, colour: this.fillStyle });
  }
  fillText(text: string, x: number, y: number): void {
    this.texts.push(text);
    this.words.push({ ...this.placed(x, y), text });
  }
  measureText(text: string): TextMetrics {
    const metrics = { width: 6 * text.length, fontBoundingBoxAscent: 9, fontBoundingBoxDescent: 3 };
    const boxes = { actualBoundingBoxAscent: 9, actualBoundingBoxDescent: 3 };
    const sides = { actualBoundingBoxLeft: 0, actualBoundingBoxRight: metrics.width };
    const lines = {
      alphabeticBaseline: 0,
      emHeightAscent: 9,
      emHeightDescent: 3,
      hangingBaseline: 8,
      ideographicBaseline: -3,
    };
    return { ...metrics, ...boxes, ...sides, ...lines };
  }
  arc(): void {
    this.isCircle = true;
  }
  clearRect(): void {}
  clip(): void {}
  closePath(): void {}
  fill(): void {
    if (this.isCircle) this.discs.push(this.fillStyle);
    if (this.lines.length > 0) this.fills.push({ colour: this.fillStyle, lines: this.lines });
  }
  rect(): void {}
  restore(): void {
    this.origin = this.saved.pop() ?? { x: 0, y: 0 };
  }
  roundRect(): void {}
  save(): void {
    this.saved.push(this.origin);
  }
  translate(x: number, y: number): void {
    this.origin = this.placed(x, y);
  }
  setLineDash(): void {}
  strokeRect(): void {}
}
