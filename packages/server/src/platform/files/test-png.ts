/** Creates a PNG of one colour with any size and header, for tests. */
import { crc32, deflateSync } from 'node:zlib';

export type PngParts = {
  readonly width?: number;
  readonly height?: number;
  readonly depth?: number;
  readonly color?: number;
  readonly interlace?: number;
  /** The packed rows, instead of those that match the header. */
  readonly rows?: Buffer;
  /** Chunks between header and rows. */
  readonly more?: readonly (readonly [type: string, content: Buffer])[];
};

function chunkOf(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function testPng(parts: PngParts = {}): Buffer {
  const { width = 4, height = 3, depth = 8, color = 6, interlace = 0, more = [] } = parts;
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * (color === 6 ? 4 : 3), 0x7f)]);
  const rows = parts.rows ?? Buffer.concat(Array.from({ length: Math.min(height, 2000) }, () => row));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, color, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', head),
    ...more.map(([type, content]) => chunkOf(type, content)),
    chunkOf('IDAT', deflateSync(rows)),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}
