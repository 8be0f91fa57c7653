import { expect, test } from 'vitest';
import { readCoverage } from './font-coverage.ts';
import { allFamilies, fontFamilies, fontFile, furtherFamilies } from './font-files.ts';

const everyCharacter = Array.from({ length: 0x3_23_b0 }, (_, codePoint) => codePoint);

test.each(allFamilies)('both weights of $name have the same characters', (family) => {
  const regular = readCoverage(fontFile(family, '400Regular'));
  const bold = readCoverage(fontFile(family, '700Bold'));
  const found = everyCharacter.filter((one) => regular.has(one));
  expect(found.length).toBeGreaterThan(300);
  expect(everyCharacter.filter((one) => bold.has(one))).toEqual(found);
});

const has = (name: string, text: string): boolean => {
  const family = allFamilies.find((one) => one.name === name);
  if (family === undefined) throw new Error(`no family ${name}`);
  const coverage = readCoverage(fontFile(family, '400Regular'));
  return Array.from(text).every((sign) => coverage.has(sign.codePointAt(0) ?? 0));
};

test('each family has the letters for which it is there', () => {
  expect(has('Noto Sans', 'ĄąŁłŐőŞşİıȘșĐđƠơẾếΆάώЂђҒғӨө')).toBe(true);
  expect(has('IBM Plex Sans Arabic', 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگی')).toBe(true);
  expect(has('Noto Sans Arabic', 'ٹڈڑںےھہۓ')).toBe(true);
  expect(has('Noto Sans Hebrew', 'אבגדהוזחטיךכלםמןנסעףפץצקרשת')).toBe(true);
  expect(has('Noto Sans Thai', 'กขคงจชซญฐณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะาำเแโใไ็่้๊๋์')).toBe(true);
  expect(has('Noto Sans Devanagari', 'अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह्ािीुूेैोौंः')).toBe(true);
  expect(has('Noto Sans HK', '𨋢𠝹')).toBe(true);
  expect(furtherFamilies.length).toBe(allFamilies.length - Object.keys(fontFamilies).length);
});

test('a character that a font lacks is not in its map, in either format', () => {
  expect(has('Noto Sans Hebrew', 'ก')).toBe(false);
  expect(has('Noto Sans Thai', 'א')).toBe(false);
  expect(has('Noto Sans JP', 'Ł')).toBe(false);
});
