import { expect, test } from 'vitest';
import { rewritePng } from './rewrite-png.ts';
import { testPng } from './test-png.ts';

const most = { width_px: 1000, height_px: 500 };

test('only the pixels remain: text, profiles and trailing bytes are removed, and a second pass changes nothing', async () => {
  const secret = Buffer.from('comment\0<script>alert(1)</script>');
  const sent = Buffer.concat([testPng({ more: [['tEXt', secret]] }), Buffer.from('MZ tail')]);
  const made = await rewritePng(sent, most);
  if (made === null) throw new Error('a picture was refused');
  expect([made.width_px, made.height_px]).toEqual([4, 3]);
  expect(made.png.includes('script')).toBe(false);
  expect(made.png.includes('tail')).toBe(false);
  expect((await rewritePng(made.png, most))?.png).toEqual(made.png);
});

test.each([
  ['text', Buffer.from('<svg onload="alert(1)"/>')],
  ['nothing', Buffer.alloc(0)],
  ['too wide', testPng({ width: 1001 })],
  ['no rows', testPng({ height: 0 })],
  ['palette', testPng({ color: 3 })],
  ['sixteen bits', testPng({ depth: 16 })],
  ['interlaced', testPng({ interlace: 1 })],
  ['rows that unpack to more than the head says', testPng({ rows: Buffer.alloc(5_000_000) })],
  ['rows that unpack to less', testPng({ rows: Buffer.alloc(3) })],
  ['an unknown filter', testPng({ rows: Buffer.alloc(51, 9) })],
  ['cut off', testPng().subarray(0, 50)],
  ['a false checksum', Buffer.from(testPng().map((byte, i) => (i === 20 ? byte ^ 1 : byte)))],
])('%s is refused', async (_name, bytes) => {
  expect(await rewritePng(bytes, most)).toBeNull();
});
