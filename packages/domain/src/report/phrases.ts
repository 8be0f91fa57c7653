/**
 * Phrases of a center for the conclusion of a report: text in up to four languages with the figures of a reading named
 * in braces, `{rate_mean}`, and the occasion on which one is suggested.
 *
 * Laws: what is written for a figure is never read a second time; braces stand for figures alone.
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

/** When a phrase is offered before all others; `any` never is, and stands in its place of the library. */
export const phraseOccasions = [
  ...(['any', 'unremarkable', 'af', 'no_af', 'pauses', 'ventricular', 'ventricular_runs'] as const),
  ...(['supraventricular', 'slow', 'fast', 'much_unread'] as const),
] as const;
export type PhraseOccasion = (typeof phraseOccasions)[number];

export type Phrase = {
  readonly occasion: PhraseOccasion;
  /** Empty where it is not written in that language. */
  readonly texts: Readonly<Record<Language, string>>;
};

export const longestPhrase = 600;
export const mostPhrases = 200;

type Part = { readonly text: string } | { readonly figure: string };

/** Text and names in braces in turn. */
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

/** A figure in a text: which it is and where it stands. */
export type PlacedFigure = { readonly figure: PhraseFigure; readonly start: number; readonly end: number };

/** The text with its figures written out, and where each stands in it. */
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

/** What of a reading decides on what is suggested; shares are of one. */
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

/** From one extra beat in a thousand on they are worth a sentence. */
const notedShare = 0.001;
/** Under this part of the recording that could be read the report says so. */
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
