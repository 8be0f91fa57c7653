/**
 * Defines a center's phrases for the conclusion of a report. A phrase is a text in up to four languages, with figures
 * of the reading named in braces (`{rate_mean}`), and the occasion on which it is suggested.
 *
 * Invariants: the value inserted for a figure is never parsed again. Braces only enclose names of figures.
 */
import { languages, type Language } from '../kit/languages.ts';

export const phraseFigures = [
  ...(['worn', 'analysed', 'rate_mean', 'rate_min', 'rate_max'] as const),
  ...(['af_burden', 'af_episodes', 'af_longest', 'longest_rr', 'pauses'] as const),
  ...(['v_beats', 'v_share', 'v_couplets', 'v_runs', 's_beats', 's_share', 's_runs'] as const),
  ...(['qtc', 'sdnn'] as const),
] as const;
export type PhraseFigure = (typeof phraseFigures)[number];
const isFigure = (name: string): name is PhraseFigure => phraseFigures.some((one) => one === name);

/**
 * The occasions on which a phrase is suggested before all others. A phrase for `any` is never suggested and keeps its
 * position in the library.
 */
export const phraseOccasions = [
  ...(['any', 'unremarkable', 'af', 'no_af', 'pauses', 'ventricular', 'ventricular_runs'] as const),
  ...(['supraventricular', 'slow', 'fast', 'much_unread'] as const),
] as const;
export type PhraseOccasion = (typeof phraseOccasions)[number];

export type Phrase = {
  readonly occasion: PhraseOccasion;
  /** Empty for a language without a text. */
  readonly texts: Readonly<Record<Language, string>>;
};

export const longestPhrase = 600;
export const mostPhrases = 200;

type Part = { readonly text: string } | { readonly figure: string };

/** Splits a text into plain text and names in braces. */
function partsOf(text: string): Part[] {
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

/** The figures of a reading that decide which phrases are suggested. Shares are fractions of 1. */
export type OccasionFacts = {
  readonly duration_s: number;
  readonly analysed_s: number;
  readonly af: { readonly burden: number };
  readonly pauses: number;
  readonly brady_episodes: number;
  readonly tachy_episodes: number;
  readonly v: { readonly share: number; readonly runs: number };
  readonly s: { readonly share: number; readonly runs: number };
};

/** From this share of ectopic beats on (1 in 1000), they are mentioned. */
const notedShare = 0.001;
/** If less than this share of the recording was analysable, the report says so. */
const wellRead = 0.9;

const holds: Readonly<Record<PhraseOccasion, (facts: OccasionFacts) => boolean>> = {
  any: () => false,
  unremarkable: ({ af, pauses, v, s }) =>
    af.burden === 0 && pauses === 0 && v.runs === 0 && v.share < notedShare && s.share < notedShare,
  af: ({ af }) => af.burden > 0,
  no_af: ({ af }) => af.burden === 0,
  pauses: ({ pauses }) => pauses > 0,
  ventricular: ({ v }) => v.share >= notedShare,
  ventricular_runs: ({ v }) => v.runs > 0,
  supraventricular: ({ s }) => s.share >= notedShare || s.runs > 0,
  slow: ({ brady_episodes }) => brady_episodes > 0,
  fast: ({ tachy_episodes }) => tachy_episodes > 0,
  much_unread: ({ duration_s, analysed_s }) => analysed_s < wellRead * duration_s,
};

export const isSuggested = (occasion: PhraseOccasion, facts: OccasionFacts): boolean =>
  holds[occasion](facts);
