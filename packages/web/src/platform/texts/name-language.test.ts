import { expect, test } from 'vitest';
import { nameLanguage } from './name-language.ts';

test('a script that only one language uses names it', () => {
  expect(nameLanguage('みなと総合病院')).toBe('ja');
  expect(nameLanguage('한빛순환기내과의원')).toBe('ko');
});

test('Han characters and Latin letters alone name none', () => {
  expect(nameLanguage('北嶺記念病院')).toBeUndefined();
  expect(nameLanguage('Fairmead')).toBeUndefined();
  expect(nameLanguage('')).toBeUndefined();
});
