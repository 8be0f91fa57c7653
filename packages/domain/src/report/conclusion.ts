/**
 * Tracks which words in the conclusion of a report are figures of the reading, so that figures that no longer match the
 * reading can be found.
 *
 * Invariants: no function here changes a word on its own. A figure that a user edits becomes plain text of that user.
 * Marks are in the order of their positions and never overlap.
 */
import type { Language } from '../kit/languages.ts';
import type { PhraseFigure, PlacedFigure } from './phrases.ts';

export type ConclusionFigure = PlacedFigure & { readonly language: Language };
export type Conclusion = { readonly text: string; readonly figures: readonly ConclusionFigure[] };

export function figuresFit({ text, figures }: Conclusion): boolean {
  let last = 0;
  for (const { start, end } of figures) {
    if (start < last || end <= start) return false;
    last = end;
  }
  return last <= text.length;
}

export function sameConclusion(a: Conclusion, b: Conclusion): boolean {
  return (
    a.text === b.text &&
    a.figures.length === b.figures.length &&
    a.figures.every((one, i) => {
      const { figure, language, start, end } = b.figures[i] ?? one;
      return one.figure === figure && one.language === language && one.start === start && one.end === end;
    })
  );
}

function commonEnds(before: string, after: string): { readonly prefix: number; readonly suffix: number } {
  const most = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < most && before[prefix] === after[prefix]) prefix++;
  let suffix = 0;
  while (suffix < most - prefix && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix++;
  return { prefix, suffix };
}

/** Returns whether no digit is next to the figure; an adjacent digit would make it another number. */
const standsAlone = (text: string, { start, end }: ConclusionFigure): boolean =>
  !/\d[.,]?$/.test(text.slice(0, start)) && !/^[.,]?\d/.test(text.slice(end));

/** Returns the new text with the marks that the edit did not touch. */
export function rewritten({ text: before, figures }: Conclusion, text: string): Conclusion {
  const { prefix, suffix } = commonEnds(before, text);
  const by = text.length - before.length;
  const kept = figures.flatMap((one) => {
    if (one.end <= prefix) return [one];
    const isBehind = one.start >= before.length - suffix;
    return isBehind ? [{ ...one, start: one.start + by, end: one.end + by }] : [];
  });
  return { text, figures: kept.filter((one) => standsAlone(text, one)) };
}

export type StaleFigure = {
  /** Its index among the marks. */
  readonly index: number;
  readonly figure: PhraseFigure;
  readonly stands: string;
  readonly now: string;
};

type FigureTexts = Readonly<Record<PhraseFigure, string>>;

/** Returns the figures that differ from the current reading, each in the language in which it was written. */
export function staleFigures(
  { text, figures }: Conclusion,
  textsOf: (language: Language) => FigureTexts,
): StaleFigure[] {
  return figures.flatMap(({ figure, language, start, end }, index) => {
    const stands = text.slice(start, end);
    const now = textsOf(language)[figure];
    return stands === now ? [] : [{ index, figure, stands, now }];
  });
}

/** Returns the conclusion with one figure replaced by its current value. */
export function withRenewed({ text, figures }: Conclusion, { index, now }: StaleFigure): Conclusion {
  const old = figures[index];
  if (old === undefined) return { text, figures };
  const by = now.length - (old.end - old.start);
  return {
    text: text.slice(0, old.start) + now + text.slice(old.end),
    figures: figures.map((one, i) => {
      if (i < index) return one;
      return { ...one, start: i === index ? one.start : one.start + by, end: one.end + by };
    }),
  };
}

/** Returns the conclusion with one figure kept as it is. From then on it is plain text of the reader. */
export function withKept({ text, figures }: Conclusion, { index }: StaleFigure): Conclusion {
  return { text, figures: figures.filter((_, i) => i !== index) };
}
