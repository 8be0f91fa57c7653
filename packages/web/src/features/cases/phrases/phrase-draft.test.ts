import { starterPhrases } from '@rhythmdesk/domain/report/starter-phrases';
import { expect, test } from 'vitest';
import { changed, phraseDraftOf, faultOf, listOf, moved, withNew, without } from './phrase-draft.ts';

const phrases = starterPhrases.slice(0, 3).map(({ occasion, texts }) => ({ occasion, texts: { ...texts } }));
const [first, second, third] = phrases;

test('the list is saved as it was read, in the given order', () => {
  const draft = phraseDraftOf({ phrases });
  expect(listOf(draft)).toEqual(phrases);
  expect(listOf(moved(draft, 0, 1))).toEqual([second, first, third]);
  expect(listOf(moved(draft, 2, -1))).toEqual([first, third, second]);
  expect(moved(draft, 0, -1)).toBe(draft);
  expect(moved(draft, 2, 1)).toBe(draft);
  expect(listOf(without(moved(draft, 0, 1), 0))).toEqual([second, third]);
});

test('an empty new phrase cannot be saved; one with an unknown figure is named', () => {
  const draft = withNew(without(phraseDraftOf({ phrases }), 1));
  expect(draft.phrases.map(({ key }) => key)).toEqual([0, 2, 3]);
  expect(faultOf(draft)).toEqual({ number: 3, fault: 'empty' });
  const [, , added] = draft.phrases;
  if (added === undefined) throw new Error('nothing was added');
  const texts = { ...added.texts, ko: '{heart}' };
  expect(faultOf(changed(draft, { ...added, texts }))).toEqual({ number: 3, fault: 'unknown-figure' });
  expect(faultOf(changed(draft, { ...added, texts: { ...texts, ko: '정상' } }))).toBeNull();
});
