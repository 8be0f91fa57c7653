/**
 * Determines for which characters a font has a glyph, from its `cmap` table (OpenType 1.9, “cmap”): format 12, or
 * format 4 in a font without characters beyond U+FFFF. Only this table is read from the file.
 */
import { closeSync, openSync, readSync } from 'node:fs';

export type Coverage = { readonly has: (codePoint: number) => boolean };

const segmentsOf16Bit = 4;
const unicodeFull = 12;

/** Returns the bytes of a table. `read` returns a part of the font. */
function tableOf(read: (at: number, length: number) => Buffer, tag: string): Buffer {
  const count = read(4, 2).readUInt16BE(0);
  const directory = read(12, 16 * count);
  for (let at = 0; at < directory.length; at += 16)
    if (directory.toString('latin1', at, at + 4) === tag)
      return read(directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12));
  throw new Error(`a font without ${tag}`);
}

function subtableAt(cmap: Buffer, format: number): Buffer | null {
  const count = cmap.readUInt16BE(2);
  for (let i = 0; i < count; i += 1) {
    const at = cmap.readUInt32BE(4 + 8 * i + 4);
    if (cmap.readUInt16BE(at) === format) return cmap.subarray(at);
  }
  return null;
}

/** Segments are sorted: only the last one that begins at or before the code point can contain it. */
function fullCoverage(table: Buffer): Coverage {
  const first = 16;
  const count = table.readUInt32BE(12);
  return {
    has: (codePoint) => {
      let low = 0;
      for (let high = count; low < high;) {
        const middle = (low + high) >>> 1;
        if (table.readUInt32BE(first + 12 * middle) <= codePoint) low = middle + 1;
        else high = middle;
      }
      return low > 0 && table.readUInt32BE(first + 12 * (low - 1) + 4) >= codePoint;
    },
  };
}

/** A segment of format 4 may contain characters whose glyph is 0, which is none. */
function shortCoverage(table: Buffer): Coverage {
  const bytes = table.readUInt16BE(6);
  const glyphAt = (segment: number, codePoint: number): number => {
    const start = table.readUInt16BE(16 + bytes + segment);
    if (codePoint < start) return 0;
    const rangeAt = 16 + 3 * bytes + segment;
    const range = table.readUInt16BE(rangeAt);
    const delta = table.readUInt16BE(16 + 2 * bytes + segment);
    if (range === 0) return (codePoint + delta) & 0xff_ff;
    return table.readUInt16BE(rangeAt + range + 2 * (codePoint - start));
  };
  return {
    has: (codePoint) => {
      for (let segment = 0; segment < bytes; segment += 2)
        if (table.readUInt16BE(14 + segment) >= codePoint) return glyphAt(segment, codePoint) !== 0;
      return false;
    },
  };
}

/** @throws if the file is no such font */
export function readCoverage(file: string): Coverage {
  const opened = openSync(file, 'r');
  try {
    const cmap = tableOf((at, length) => {
      const part = Buffer.alloc(length);
      readSync(opened, part, 0, length, at);
      return part;
    }, 'cmap');
    const full = subtableAt(cmap, unicodeFull);
    if (full !== null) return fullCoverage(full);
    const short = subtableAt(cmap, segmentsOf16Bit);
    if (short === null) throw new Error('a font without a map of Unicode');
    return shortCoverage(short);
  } finally {
    closeSync(opened);
  }
}
