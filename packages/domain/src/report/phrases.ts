/**
 * Defines a center's phrases for the conclusion of a report. A phrase is a text in up to four languages, with figures
 * of the reading named in braces (`{rate_mean}`), and the occasion to which it belongs.
 *
 * Invariants: the value inserted for a figure is never parsed again. Braces only enclose names of figures.
 */
import { languages, type Language } from '../kit/languages.ts';
import type { ResultCode } from '../results/result-table.ts';
import type { PhraseOccasion } from './phrase-occasions.ts';

export const phraseFigures = [
  ...(['worn', 'analysed', 'rate_mean', 'rate_min', 'rate_max'] as const),
  ...(['af_burden', 'af_episodes', 'af_longest', 'longest_rr', 'pauses'] as const),
  ...(['v_beats', 'v_share', 'v_couplets', 'v_runs', 's_beats', 's_share', 's_runs'] as const),
  ...(['qtc', 'sdnn', 'finding_afl'] as const),
] as const satisfies readonly ResultCode[];
export type PhraseFigure = (typeof phraseFigures)[number];
const isFigure = (name: string): name is PhraseFigure => phraseFigures.some((one) => one === name);

export type Phrase = {
  readonly occasion: PhraseOccasion;
  /** Empty for a language without a text. */
  readonly texts: Readonly<Record<Language, string>>;
};

export const longestPhrase = 600;
export const mostPhrases = 200;

type Part = { readonly text: string } | { readonly figure: string };

/** Splits a text into plain text and names in braces. */
export function partsOf(text: string): Part[] {
  return text
    .split(/(\{[a-z_]+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{[a-z_]+\}$/.test(part) ? { figure: part.slice(1, -1) } : { text: part }));
}

export type PhraseFault = 'empty' | 'unknown-figure';

export function phraseFault({ texts }: Pick<Phrase, 'texts'>): PhraseFault | null {
  if (languages.every((language) => texts[language].trim() === '')) return 'empty';
  const parts = languages.flatMap((language) => partsOf(texts[language]));
  const isKnown = (part: Part): boolean => ('text' in part ? !/[{}]/.test(part.text) : isFigure(part.figure));
  return parts.every(isKnown) ? null : 'unknown-figure';
}

/** A figure in a text and its position. */
export type PlacedFigure = { readonly figure: PhraseFigure; readonly start: number; readonly end: number };

/** Returns the text with the values of its figures inserted, and the position of each figure. */
export function fillPhrase(
  text: string,
  values: Readonly<Record<PhraseFigure, string>>,
): { readonly text: string; readonly figures: readonly PlacedFigure[] } {
  let filled = '';
  const figures: PlacedFigure[] = [];
  for (const part of partsOf(text)) {
    const start = filled.length;
    if ('text' in part) filled += part.text;
    else if (!isFigure(part.figure)) filled += `{${part.figure}}`;
    else {
      filled += values[part.figure];
      figures.push({ figure: part.figure, start, end: filled.length });
    }
  }
  return { text: filled, figures };
}
