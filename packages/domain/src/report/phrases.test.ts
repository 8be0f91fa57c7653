import { expect, test } from 'vitest';
import { languages } from '../kit/languages.ts';
import { phraseOccasions } from './phrase-occasions.ts';
import { fillPhrase, phraseFault } from './phrases.ts';
import { starterPhrases } from './starter-phrases.ts';

const texts = {
  ...{ worn: '', analysed: '', rate_mean: '', rate_min: '', rate_max: '', af_burden: '', af_episodes: '' },
  ...{ af_longest: '', longest_rr: '', pauses: '', v_beats: '', v_share: '', v_couplets: '', v_runs: '' },
  ...{ s_beats: '', s_share: '', s_runs: '', qtc: '', sdnn: '', finding_afl: '' },
};

test('each starter phrase exists in every language and uses known figures', () => {
  for (const phrase of starterPhrases) {
    expect(phraseFault(phrase)).toBeNull();
    for (const language of languages) expect(phrase.texts[language]).not.toBe('');
    const named = languages.map((language) =>
      fillPhrase(phrase.texts[language], texts).figures.map((one) => one.figure),
    );
    for (const list of named) expect([...list].sort()).toEqual([...(named[0] ?? [])].sort());
  }
});

test('every occasion except any has a starter phrase', () => {
  const had = new Set(starterPhrases.map(({ occasion }) => occasion));
  expect(phraseOccasions.filter((one) => !had.has(one))).toEqual([]);
});

test('figures are written once, and their positions are returned', () => {
  const filled = fillPhrase('A {v_beats}, {v_share} {x} {Bad} {{v_beats}}', {
    ...texts,
    v_beats: '{v_share}',
    v_share: '3 %',
  });
  expect(filled.text).toBe('A {v_share}, 3 % {x} {Bad} {{v_share}}');
  for (const { start, end, figure } of filled.figures)
    expect(filled.text.slice(start, end)).toBe(figure === 'v_beats' ? '{v_share}' : '3 %');
  expect(filled.figures).toHaveLength(3);
});

test('a phrase without text and one with an unknown figure are refused', () => {
  const none = { en: ' ', ja: '', ko: '', zh: '' };
  expect(phraseFault({ texts: none })).toBe('empty');
  expect(phraseFault({ texts: { ...none, ko: '{rate}' } })).toBe('unknown-figure');
  expect(phraseFault({ texts: { ...none, ko: '{Rate} {rate_min}' } })).toBe('unknown-figure');
  expect(phraseFault({ texts: { ...none, ko: 'from {rate_min} to {rate_max}' } })).toBeNull();
});
