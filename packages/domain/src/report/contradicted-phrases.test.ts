import { expect, test } from 'vitest';
import { languages } from '../kit/languages.ts';
import { contradictionsIn, falsePhrases, withoutPlace } from './contradicted-phrases.ts';
import type { OccasionFacts } from './phrase-occasions.ts';
import { starterPhrases } from './starter-phrases.ts';

/** 13.7 % AF at rates from 67 on, without runs, pauses or slow episodes. */
const facts: OccasionFacts = {
  duration_s: 3600,
  analysed_s: 3600,
  beats: { total: 4000, p: 0 },
  af: { burden: 0.137 },
  pauses: 0,
  brady_episodes: 0,
  tachy_episodes: 0,
  v: { beats: 4, share: 0.001, runs: 0 },
  s: { beats: 0, share: 0, runs: 0 },
  counts: [{ kind: 'af', count: 3 }],
};
const phrases = falsePhrases(starterPhrases, facts);
const occasionsIn = (text: string) => contradictionsIn(text, phrases).map(({ occasion }) => occasion);

test('a contradicted phrase is found in every language, with any figures and in upper or lower case', () => {
  for (const language of languages)
    for (const { occasion, texts } of starterPhrases) {
      const text = `Seen.\n${texts[language].replaceAll(/\{[a-z_]+\}/g, '67 /min')}\nEnd.`;
      const isFalse = phrases.some((one) => one.occasion === occasion);
      expect([language, text, occasionsIn(text)]).toEqual([language, text, isFalse ? [occasion] : []]);
    }
  expect(
    occasionsIn(
      'SINUS RHYTHM throughout, without  atrial fibrillation, relevant pauses or frequent extra beats',
    ),
  ).toEqual(['unremarkable']);
});

test('only the claim is found; its advice is neither found alone nor left over', () => {
  expect(occasionsIn('Bradycardia, lowest heart rate 67 /min.')).toEqual(['slow']);
  expect(occasionsIn('Please compare with symptoms and medication.')).toEqual([]);
  const text =
    'AF.\n\nBradycardia, lowest heart rate 67 /min. Please compare with symptoms and medication.\n\nEnd.';
  const [place] = contradictionsIn(text, phrases);
  if (place === undefined) throw new Error('the phrase was not found');
  expect(withoutPlace(text, place)).toBe('AF.\n\nEnd.');
});

test('after a removal the words around it stay separated', () => {
  expect(withoutPlace('One. Two. Three.', { start: 5, end: 9 })).toBe('One. Three.');
  expect(withoutPlace('Two. Three.', { start: 0, end: 4 })).toBe('Three.');
  expect(withoutPlace('One. Two.', { start: 5, end: 9 })).toBe('One.');
});

test('a phrase of only figures and special characters make no pattern', () => {
  const odd = [
    { occasion: 'slow', text: '{rate_min} {rate_max}' },
    { occasion: 'fast', text: 'Rate (max) [x] * {rate_max}?' },
  ] as const;
  expect(contradictionsIn('12 34 anything', odd)).toEqual([]);
  expect(contradictionsIn('Rate (max) [x] * 120?', odd)).toHaveLength(1);
});
