/**
 * Converts counts of points to a picture: the class gives the colour, the number of points in a pixel the opacity. Rare
 * classes are drawn over common ones, as dots of two pixels.
 *
 * Invariants: a pixel without a point is transparent; more points of a class are never paler than fewer.
 */
type Rgb = readonly [number, number, number];

const leastAlpha = 0.3;

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

type Size = { readonly width: number; readonly height: number };

/** `large`: draws dots of two pixels. */
type PixelLayer = { readonly counts: Uint32Array; readonly rgb: Rgb; readonly large: boolean };

export function plotPixels(
  layers: readonly PixelLayer[],
  { width, height }: Size,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(width * height * 4);
  const put = (at: number, [red, green, blue]: Rgb, alpha: number): void => {
    pixels[4 * at] = red;
    pixels[4 * at + 1] = green;
    pixels[4 * at + 2] = blue;
    pixels[4 * at + 3] = Math.max(pixels[4 * at + 3] ?? 0, Math.round(255 * alpha));
  };
  for (const { counts, rgb, large } of layers) {
    const most = counts.reduce((high, count) => Math.max(high, count), 1);
    counts.forEach((count, at) => {
      if (count === 0) return;
      const alpha = leastAlpha + ((1 - leastAlpha) * Math.log1p(count)) / Math.log1p(most);
      put(at, rgb, large ? Math.max(alpha, 0.8) : alpha);
      if (!large) return;
      const isLast = at % width === width - 1;
      if (!isLast) put(at + 1, rgb, 0.8);
      if (at + width < width * height) {
        put(at + width, rgb, 0.8);
        if (!isLast) put(at + width + 1, rgb, 0.8);
      }
    });
  }
  return pixels;
}
