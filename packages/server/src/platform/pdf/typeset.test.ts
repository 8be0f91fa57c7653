import { getDocument as openPdf } from 'unpdf/pdfjs';
import { expect, test } from 'vitest';
import { typeset } from './typeset.ts';

const template =
  '#let data = json("data.json")\n#set document(title: "T", date: datetime(year: 2026, month: 11, day: 22))\n#data.text';

test('a tagged PDF/A contains its fonts, whatever characters a user typed', async () => {
  const text = '#set page(width: 1pt) *x* $ 한글 漢字 汉字 かな Ünïcödé';
  const pdf = await typeset(template, { text }, 'ja');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const raw = pdf.toString('latin1');
  expect(raw).toContain('pdfaid');
  expect(raw).toContain('/MarkInfo');
  expect(raw).toContain('FontFile');
});

test('a character without a font is replaced by a mark, and a wrong template is an error', async () => {
  const pdf = await typeset(template, { text: 'a😀b\u{10330}' }, 'en');
  expect(pdf.length).toBeGreaterThan(1000);
  await expect(typeset('#nothing', {}, 'en')).rejects.toThrow('unknown variable');
});

const textOf = async (pdf: Buffer): Promise<string> => {
  const document = await openPdf({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages = Array.from({ length: document.numPages }, async (_, i) => {
    const { items } = await (await document.getPage(i + 1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  });
  return (await Promise.all(pages)).join('').replaceAll(/\s/g, '');
};

const from = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => String.fromCodePoint(first + i));

test('any number of characters without a glyph is replaced, alone and in clusters, and the words between them stay', async () => {
  const marks = from(0x0300, 60);
  const hostile = [
    ...from(0x1f300, 700),
    ...from(0x10330, 20),
    ...from(0x0001, 8),
    ...from(0xe000, 200),
    // Letters of scripts that none of the fonts has, and joined, marked and directed ones.
    ...from(0x0905, 50).map((letter) => `${letter}\u093e`),
    ...from(0x0621, 25),
    ...marks.flatMap((mark) => [`a${mark}`, `漢${mark}`, `한${mark}`]),
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
    '\u202ebidi\u202c',
    'e\u0301\u0489\u20dd',
  ];
  const text = `始め ${hostile.join(' ')} 끝 end`;
  const pdf = await typeset(template, { text, 'name 😀': 1 }, 'ko');
  const printed = await textOf(pdf);
  expect(printed).toMatch(/^始め〓/);
  expect(printed).toMatch(/끝end$/);
  expect(printed.split('〓').length).toBeGreaterThan(900);
});
