/**
 * Finds phrases in a conclusion that the figures of the reading contradict, whether they were inserted or typed and
 * whatever figures were written into them.
 */
import { languages } from '../kit/languages.ts';
import { fitOf, type OccasionFacts, type PhraseOccasion } from './phrase-occasions.ts';
import { partsOf, type Phrase } from './phrases.ts';

/** A phrase that the reading contradicts, in one language, with its figures in braces. */
export type FalsePhrase = { readonly occasion: PhraseOccasion; readonly text: string };
export type Contradiction = {
  readonly occasion: PhraseOccasion;
  readonly start: number;
  readonly end: number;
};

/** Returns the phrases that the figures contradict, in every language in which they are written. */
export const falsePhrases = (phrases: readonly Phrase[], facts: OccasionFacts): FalsePhrase[] =>
  phrases
    .filter(({ occasion }) => fitOf(occasion, facts) === 'contradicts')
    .flatMap(({ occasion, texts }) => languages.map((language) => ({ occasion, text: texts[language] })))
    .filter(({ text }) => text.trim() !== '');

const longestValue = 40;
const escaped = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);
const patternOf = (text: string): string =>
  partsOf(text)
    .map((part) => ('text' in part ? escaped(part.text) : `[^\\n]{1,${String(longestValue)}}?`))
    .join('');

/** Where a clause ends: the end of a figure that closes the claim. */
const clauseEnd = String.raw`(?=[.,;!?](?:\s|$)|[。！？、，；]|\s*\n|\s*$)`;

/** The first sentence is the claim; what follows it is advice that its reader may have deleted. */
function matcherOf(text: string): RegExp | null {
  const whole = text.trim();
  const end = /[。！？]|[.!?](?=\s|$)/.exec(whole);
  const claim = end === null ? whole : whole.slice(0, end.index);
  if (!partsOf(claim).some((part) => 'text' in part && /\p{Letter}/u.test(part.text))) return null;
  return new RegExp(`${patternOf(whole)}|${patternOf(claim)}${claim.endsWith('}') ? clauseEnd : ''}`, 'giu');
}

/** Returns each place of such a phrase in the text, in the order of their positions; none overlaps another. */
export function contradictionsIn(text: string, phrases: readonly FalsePhrase[]): Contradiction[] {
  const found = phrases.flatMap(({ occasion, text: phrase }) => {
    const matcher = matcherOf(phrase);
    if (matcher === null) return [];
    return [...text.matchAll(matcher)].map(({ 0: { length }, index }) => ({
      occasion,
      start: index,
      end: index + length,
    }));
  });
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let last = 0;
  return found.filter(({ start, end }) => {
    const isApart = start >= last;
    if (isApart) last = end;
    return isApart;
  });
}

/** Returns the text without the place and without the line break before it. */
export const withoutPlace = (text: string, { start, end }: Pick<Contradiction, 'start' | 'end'>): string => {
  const before = text.slice(0, start).trimEnd();
  const behind = text.slice(end).replace(/^[ \t]+/, '');
  return before === '' ? behind.trimStart() : before + (/^\s|^$/.test(behind) ? '' : ' ') + behind;
};
