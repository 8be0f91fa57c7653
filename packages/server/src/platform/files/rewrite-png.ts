/**
 * Checks a small image from a user completely and rewrites it, so that the result contains only the pixels. It accepts
 * only 8 bits per channel, RGB or RGBA, not interlaced. Text, profiles, animations and bytes after the end are removed.
 * Returns null for any other file.
 */
import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';

const inflated = promisify(inflate);
const deflated = promisify(deflate);

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bytesPerPixel = new Map([
  [2, 3],
  [6, 4],
]);
const filters = 5;

type Chunk = { readonly type: string; readonly data: Buffer };
type Bounds = { readonly width_px: number; readonly height_px: number };
export type RewrittenPng = Bounds & { readonly png: Buffer };

/** Returns the chunks up to the end, or null if a length or a checksum is wrong. */
function chunksOf(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  if (!bytes.subarray(0, 8).equals(signature)) return null;
  for (let at = 8; at + 12 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    const end = at + 8 + size;
    if (end + 4 > bytes.length || bytes.readUInt32BE(end) !== crc32(bytes.subarray(at + 4, end))) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end) });
    if (type === 'IEND') return chunks;
    at = end + 4;
  }
  return null;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** Returns all rows with their filters, or null if there are fewer or more than the header states. */
async function rowsOf(packed: Buffer, rowBytes: number, rows: number): Promise<Buffer | null> {
  const expected = rowBytes * rows;
  try {
    const raw = await inflated(packed, { maxOutputLength: expected });
    if (raw.length !== expected) return null;
    for (let row = 0; row < rows; row += 1) if ((raw[row * rowBytes] ?? filters) >= filters) return null;
    return raw;
  } catch {
    return null;
  }
}

export async function rewritePng(bytes: Buffer, most: Bounds): Promise<RewrittenPng | null> {
  const chunks = chunksOf(bytes);
  const head = chunks?.[0];
  if (chunks === null || head?.type !== 'IHDR' || head.data.length !== 13) return null;
  const [width_px, height_px] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [depth = 0, color = 0, ...ways] = head.data.subarray(8);
  const pixel = bytesPerPixel.get(color);
  const fits = width_px > 0 && height_px > 0 && width_px <= most.width_px && height_px <= most.height_px;
  if (!fits || depth !== 8 || pixel === undefined || ways.some((way) => way !== 0)) return null;
  const packed = Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
  const raw = await rowsOf(packed, 1 + width_px * pixel, height_px);
  if (raw === null) return null;
  const data = await deflated(raw, { level: 9 });
  const parts = [chunk('IHDR', head.data), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return { png: Buffer.concat([signature, ...parts]), width_px, height_px };
}
