import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchForm } from './search-form.ts';

test.each([
  ['김민지', '김민지'.normalize('NFD')],
  ['Müller', 'Müller'],
  ['muller', 'MÜLLER'],
  ['ibrahim isik', 'İbrahim Işık'],
  ['lukasiewicz', 'Łukasiewicz'],
  ['zolc', 'Żółć'],
  ['strasse', 'Straße'],
  ['高橋', '髙橋'],
  ['渡辺', '渡邉'],
  ['渡辺', '渡邊'],
  ['斉藤', '齋藤'],
  ['吉田', '𠮷田'],
  ['タナカ', 'ﾀﾅｶ'],
  ['ダイゴ', 'ﾀﾞｲｺﾞ'],
  ['たなか', 'タナカ'],
  ['しようこ', 'しょうこ'],
  ['HN26K05102', 'ＨＮ２６Ｋ０５１０２'],
  ['葛城', '葛\u{e0100}城'],
  ['anna', 'An\u200bna\u00ad'],
  ['Αλεξάνδρου Γιώργος', 'ΑΛΕΞΑΝΔΡΟΥ ΓΙΩΡΓΟΣ'],
])('%s finds %s', (typed, stored) => expect(searchForm(typed)).toBe(searchForm(stored)));

test('kana with marks are other kana', () => {
  expect(searchForm('かき')).not.toBe(searchForm('がき'));
  expect(searchForm('ハハ')).not.toBe(searchForm('パパ'));
});

test('the form of a form is itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const form = searchForm(text);
      expect(searchForm(form)).toBe(form);
    }),
  );
});
