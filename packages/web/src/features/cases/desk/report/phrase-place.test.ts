import { expect, test } from 'vitest';
import { placePhrase } from './phrase-place.ts';

test('a phrase is its own paragraph, after the line of the caret', () => {
  expect(placePhrase('', 0, 'P')).toEqual({ text: 'P', start: 0, end: 1 });
  expect(placePhrase('one', 3, 'P').text).toBe('one\nP');
  expect(placePhrase('one\ntwo', 1, 'P')).toEqual({ text: 'one\nP\ntwo', start: 4, end: 5 });
  expect(placePhrase('one\n', 4, 'P').text).toBe('one\nP');
  expect(placePhrase('one\n\ntwo', 4, 'P').text).toBe('one\nP\ntwo');
  expect(placePhrase('two', 0, 'P').text).toBe('two\nP');
});

test('no existing text is lost', () => {
  const text = 'a\n\nb c\nd';
  for (let at = 0; at <= text.length; at++) {
    const { text: after, start, end } = placePhrase(text, at, 'PHRASE');
    expect(after.slice(start, end)).toBe('PHRASE');
    expect(after.replace('PHRASE', '').replaceAll(/\n+/g, '')).toBe(text.replaceAll(/\n+/g, ''));
  }
});
