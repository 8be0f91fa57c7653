/**
 * Determines for which characters a font has a glyph, from its `cmap` table in format 12: segments of code points
 * (OpenType 1.9, “cmap”). Each of the product's fonts has that table.
 */
export type Coverage = { readonly has: (codePoint: number) => boolean };

const unicodeFull = 12;

function tableAt(font: Buffer, tag: string): number {
  const tables = font.readUInt16BE(4);
  for (let at = 12; at < 12 + 16 * tables; at += 16)
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8);
  throw new Error(`a font without ${tag}`);
}

function segmentsAt(font: Buffer): number {
  const cmap = tableAt(font, 'cmap');
  const count = font.readUInt16BE(cmap + 2);
  for (let i = 0; i < count; i += 1) {
    const at = cmap + font.readUInt32BE(cmap + 4 + 8 * i + 4);
    if (font.readUInt16BE(at) === unicodeFull) return at;
  }
  throw new Error('a font without a full map of Unicode');
}

/** @throws if the bytes are no such font */
export function coverageOf(font: Buffer): Coverage {
  const at = segmentsAt(font);
  const first = at + 16;
  const count = font.readUInt32BE(at + 12);
  return {
    has: (codePoint) => {
      // Segments are sorted: only the last one that begins at or before the code point can contain it.
      let low = 0;
      for (let high = count; low < high;) {
        const middle = (low + high) >>> 1;
        if (font.readUInt32BE(first + 12 * middle) <= codePoint) low = middle + 1;
        else high = middle;
      }
      return low > 0 && font.readUInt32BE(first + 12 * (low - 1) + 4) >= codePoint;
    },
  };
}
