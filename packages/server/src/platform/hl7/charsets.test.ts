/** Tests the character sets against texts of hospitals, and that nothing is replaced. */
import { hl7Charsets } from '@rhythmdesk/domain/integration/hl7-settings';
import { expect, test } from 'vitest';
import { charsetNamed, decodeText, encodeText, namesOf } from './charsets.ts';

const texts = {
  'UNICODE UTF-8': '山田^太郎 김민수 张伟 😀 é',
  'ISO IR87': '山田^太郎 ヤマダ｜タロウ（漢字）AF 12 %',
  'GB 18030-2000': '张伟^㐀 𠮷 € 房颤 12 %',
  'KS X 1001': '김민수^홍길동 심방세동 12 %',
  '8859/1': 'Müller^André ÿ',
  ASCII: 'Smith^John',
} as const;

test.each(hl7Charsets)('%s: a text is decoded to what was encoded', (charset) => {
  const encoded = encodeText(charset, texts[charset]);
  if ('missing' in encoded) throw new Error(encoded.missing.join(''));
  expect(decodeText(charset, encoded.bytes)).toBe(texts[charset]);
});

test('known bytes of other programs', () => {
  expect(encodeText('ISO IR87', 'A山B')).toEqual({ bytes: Buffer.from('\x41\x1b$B;3\x1b(B\x42', 'latin1') });
  expect(encodeText('KS X 1001', '김')).toEqual({ bytes: Buffer.of(0xb1, 0xe8) });
  expect(encodeText('GB 18030-2000', '张𠮷')).toEqual({
    bytes: Buffer.of(0xd5, 0xc5, 0x95, 0x34, 0xb2, 0x35),
  });
  expect(decodeText('8859/1', Buffer.of(0x93))).toBe('\x93');
});

test.each([
  ['ISO IR87', '50〜120 −2 — ‖ ¢£¬¥‾', '50～120 －2 ― ∥ ￠￡￢￥￣'],
  ['KS X 1001', '50〜120 — ‖ ¢£¬¥', '50∼120 ― ∥ ￠￡￢￥'],
] as const)(
  '%s: characters that it has are sent, whichever code point a keyboard types',
  (charset, typed, sent) => {
    const encoded = encodeText(charset, typed);
    if ('missing' in encoded) throw new Error(namesOf(encoded.missing));
    expect(decodeText(charset, encoded.bytes)).toBe(sent);
  },
);

test('characters that a set does not have are named, each once', () => {
  expect(encodeText('KS X 1001', '똠방 똠 ①')).toEqual({ missing: ['똠'] });
  expect(encodeText('ASCII', 'Müller')).toEqual({ missing: ['ü'] });
  expect(encodeText('8859/1', '山')).toEqual({ missing: ['山'] });
  expect(encodeText('ISO IR87', '山😀')).toEqual({ missing: ['😀'] });
  expect(namesOf(['똠', '😀'])).toBe('똠 (U+B620), 😀 (U+1F600)');
});

test('every character that a set decodes is encoded to bytes that decode to it', () => {
  for (const charset of ['ISO IR87', 'KS X 1001', 'GB 18030-2000'] as const) {
    let count = 0;
    for (let point = 0x80; point < 0x10000; point += 7) {
      const character = String.fromCodePoint(point);
      const encoded = encodeText(charset, character);
      if ('missing' in encoded) continue;
      count += 1;
      const back = decodeText(charset, encoded.bytes);
      if (back?.normalize('NFKC') !== character.normalize('NFKC')) expect(back).toBe(character);
    }
    expect(count).toBeGreaterThan(900);
  }
});

test('bytes that are no text of the set are refused', () => {
  expect(decodeText('UNICODE UTF-8', Buffer.of(0xff))).toBeNull();
  expect(decodeText('ASCII', Buffer.of(0x80))).toBeNull();
  expect(decodeText('KS X 1001', Buffer.of(0xff, 0x41))).toBeNull();
});

test('MSH-18 is read by its last repetition, also in other words', () => {
  expect(charsetNamed('~ISO IR87')).toBe('ISO IR87');
  expect(charsetNamed('ISO IR6~ISO IR87')).toBe('ISO IR87');
  expect(charsetNamed('utf-8')).toBe('UNICODE UTF-8');
  expect(charsetNamed('GB18030')).toBe('GB 18030-2000');
  expect(charsetNamed('UTF-32')).toBeNull();
});
