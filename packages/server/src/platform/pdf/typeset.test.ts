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

/** Returns the text as PDF readers find it, without the marks of direction. */
const textOf = async (pdf: Buffer): Promise<string> => {
  const document = await openPdf({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages = Array.from({ length: document.numPages }, async (_, i) => {
    const { items } = await (await document.getPage(i + 1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  });
  return (await Promise.all(pages)).join('').replaceAll(/[\s\p{Cf}]/gu, '');
};

const names = {
  polish: 'Wężyk Źrebiński',
  czech: 'Přemysl Růžička Ďurďa',
  turkish: 'Iğdır Gülşen Çağlayan İdil',
  hungarian: 'Szőcs Győző Fűr',
  romanian: 'Ștefănuț Țurcan',
  baltic: 'Žydrūnė Ķēniņš Õie',
  icelandic: 'Þórður Ægisdóttir',
  greek: 'Ελευθέριος Παπαϊωάννου Ζωΐδης',
  cyrillic: 'Сергій Їжакевич Ђурђица Ғанижан Өмірбек',
  vietnamese: 'Trần Thị Phượng Đỗ Hữu',
  hebrew: 'שרה לוי',
  armenian: 'Արամ Խաչատրյան',
  georgian: 'ნინო ბერიძე',
  japanese: '髙﨑 𠮷野 渡邉',
  cantonese: '𨋢 𠝹',
  chinese: '𬭎 㛃 喆',
};

test.each(Object.entries(names))('a %s name is printed and can be found', async (_script, name) => {
  const text = `Patient ${name} HN 7`;
  const printed = await textOf(await typeset(`${template}\n\n*#data.text*`, { text }, 'en'));
  expect(printed).not.toContain('〓');
  const words = name.split(' ');
  for (const one of words) expect(printed.split(one).length - 1).toBeGreaterThanOrEqual(2);
});

test('letters and their marks as two characters are printed as one', async () => {
  const name = 'Żaneta Kőrösi がん';
  const printed = await textOf(await typeset(template, { text: name.normalize('NFD') }, 'ja'));
  expect(printed).toBe(name.replaceAll(' ', ''));
});

/** The glyphs of joined scripts differ from their letters; the PDF states the text of each group. */
const joined = {
  arabic: ['فاطمة الزهراء', 'الزهراء'],
  persian: ['ژاله پورچنگی', 'ژاله'],
  thai: ['วรรณา สุขสบาย', 'วรรณา'],
  lao: ['ບຸນມາ ວົງສາ', 'າ'],
  khmer: ['សុខា ចាន់', 'ស'],
  myanmar: ['အောင်မြင့်', 'အ'],
  bengali: ['রহিম উদ্দিন', 'র'],
  tamil: ['முருகன் கண்ணன்', 'ன'],
  sinhala: ['නිමල් පෙරේරා', 'ප'],
  devanagari: ['अनन्या शर्मा', 'शर'],
};

test.each(Object.entries(joined))('a name in %s is shaped without a mark', async (_script, [name, word]) => {
  const printed = await textOf(await typeset(template, { text: `Name ${name ?? ''} 12` }, 'ko'));
  expect(printed).not.toContain('〓');
  expect(printed).toContain(word);
});

test('a number after a name from right to left stays after it', async () => {
  const text = 'לאה גולן · 45 · HN-9';
  const pdf = await typeset(template, { text }, 'en');
  const document = await openPdf({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  const at = (part: string): number => {
    const found = items.find((item) => 'str' in item && item.str.includes(part));
    return found !== undefined && 'transform' in found ? Number(found.transform[4]) : Number.NaN;
  };
  expect(at('גולן')).toBeLessThan(at('לאה'));
  expect(at('לאה')).toBeLessThan(at('45'));
});

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
    ...from(0x13a0, 50),
    ...from(0x0c05, 25).map((letter) => `${letter}\u0c3e`),
    ...from(0x0b85, 50).map((letter) => `${letter}\u0bbe`),
    ...from(0x1000, 40).map((letter) => `${letter}\u102c`),
    ...from(0x0905, 50).map((letter) => `${letter}\u093e`),
    ...from(0x0621, 25),
    ...marks.flatMap((mark) => [`a${mark}`, `漢${mark}`, `한${mark}`]),
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
    '\u202ebidi\u202c',
    'e\u0301\u0489\u20dd',
    // Characters that PDF/A forbids.
    '\uFEFFa\uFFFE\0',
  ];
  const text = `始め ${hostile.join(' ')} 끝 end`;
  const pdf = await typeset(template, { text, 'name 😀': 1 }, 'ko');
  const printed = await textOf(pdf);
  expect(printed).toMatch(/^始め〓/);
  expect(printed).toMatch(/끝end$/);
  expect(printed.split('〓').length).toBeGreaterThan(900);
});
