import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mentionedIn, mentionPieces, openMention } from './mentions.ts';

const kim = { id: 1, name: 'Kim' };
const minji = { id: 2, name: 'Kim Minji' };
const tanaka = { id: 3, name: '田中 洋子' };
const people = [kim, minji, tanaka];

test('a mention is a whole name after an @, the longest that fits', () => {
  expect(mentionedIn('@Kim Minji please look, @田中 洋子', people)).toEqual([2, 3]);
  expect(mentionedIn('@Kim, look', people)).toEqual([1]);
  expect(mentionedIn('Kim and kim@hospital.example', people)).toEqual([]);
  expect(mentionPieces('see @Kim.', people)).toEqual([
    { text: 'see ', person: null },
    { text: '@Kim', person: kim },
    { text: '.', person: null },
  ]);
});

test('of two users with one name both are mentioned', () => {
  expect(mentionedIn('@Kim', [kim, { id: 9, name: 'Kim' }])).toEqual([1, 9]);
});

test('the pieces are the text', () => {
  const words = fc.array(fc.constantFrom('@', 'Kim', ' Minji', '田中', ' 洋子', '@Kim', '\n', 'x'));
  fc.assert(
    fc.property(words, (parts) => {
      const text = parts.join('');
      expect(
        mentionPieces(text, people)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test.each([
  ['@', 1, { from: 0, query: '' }],
  ['ask @Ki', 7, { from: 4, query: 'Ki' }],
  ['ask @Ki later', 7, { from: 4, query: 'Ki' }],
  ['@Kim Mi', 7, { from: 0, query: 'Kim Mi' }],
  ['me@home', 7, null],
  ['@Kim\nnext', 9, null],
  ['none', 4, null],
])('text typed after an @ is matched: %j', (text, caret, expected) => {
  expect(openMention(text, caret)).toEqual(expected);
});
