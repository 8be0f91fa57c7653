import { expect, test } from 'vitest';
import { decodeNotes } from './note-texts.ts';

const raw = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each([
  ['CP949', '숨참', 'bcfbc2fc'],
  ['CP949', '심장이 빨리 뜀', 'bdc9c0e5c0cc20bba1b8ae20b6dc'],
  ['CP949', '쿵쾅거림', 'c4f4c4e7b0c5b8b2'],
  ['CP949', '어지러움', 'beeec1f6b7afbff2'],
  ['CP949', '꽉 조임', 'b2cb20c1b6c0d3'],
  ['Shift-JIS', '動悸', '93ae9ca7'],
  ['Shift-JIS', 'めまい', '82df82dc82a2'],
  ['Shift-JIS', 'ﾄﾞｳｷ', 'c4deb3b7'],
  ['Shift-JIS', 'ｼｮｸｼﾞ', 'bcaeb8bcde'],
  ['EUC-JP', 'めまい', 'a4e1a4dea4a4'],
  ['GBK', '心慌', 'd0c4bbc5'],
  ['GBK', '头昏眼花', 'cdb7bbe8d1dbbba8'],
  ['GBK', '爬楼梯', 'c5c0c2a5ccdd'],
  ['Big5', '胸悶', 'afddb465'],
  ['CP1251', 'боль в груди', 'e1eeebfc20e220e3f0f3e4e8'],
  ['CP1252', 'après le dîner', '617072e873206c652064ee6e6572'],
  ['CP1252', 'Schwäche, Übelkeit – stark', '53636877e46368652c20dc62656c6b656974209620737461726b'],
  ['CP1252', 'mareo y náuseas', '6d6172656f2079206ee17573656173'],
  ['CP1250', 'kłucie', '6bb375636965'],
])('%s: %s', (encoding, text, hex) => {
  const note = { at_ms: 0, duration_ms: 0, text: '' };
  expect(decodeNotes([{ ...note, raw: raw(hex) }])).toEqual({
    notes: [{ ...note, text }],
    flaws: [{ code: 'notes-encoding', detail: { encoding, count: 1 } }],
  });
});
