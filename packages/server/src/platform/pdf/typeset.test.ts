import { expect, test } from 'vitest';
import { typeset } from './typeset.ts';

const template =
  '#let data = json("data.json")\n#set document(title: "T", date: datetime(year: 2026, month: 11, day: 22))\n#data.text';

test('makes a tagged PDF/A with its fonts in it, whatever signs a user typed', async () => {
  const text = '#set page(width: 1pt) *x* $ 한글 漢字 汉字 かな Ünïcödé';
  const pdf = await typeset(template, { text }, 'ja');
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const raw = pdf.toString('latin1');
  expect(raw).toContain('pdfaid');
  expect(raw).toContain('/MarkInfo');
  expect(raw).toContain('FontFile');
});

test('a sign without a font gives way to a mark, a wrong template is a fault', async () => {
  const pdf = await typeset(template, { text: 'a😀b\u{10330}' }, 'en');
  expect(pdf.length).toBeGreaterThan(1000);
  await expect(typeset('#nothing', {}, 'en')).rejects.toThrow('unknown variable');
});
