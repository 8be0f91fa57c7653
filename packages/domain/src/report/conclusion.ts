/**
 * The conclusion of a report: what a person wrote, and which of its words are figures of the reading, so that one that no
 * longer says what the reading says can be found.
 *
 * Laws: nothing here changes a word by itself; a figure that a person touched is that person's text from then on;
 * marks are in the order of their places and never overlap.
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

/** A digit beside a figure makes another number of it. */
const standsAlone = (text: string, { start, end }: ConclusionFigure): boolean =>
  !/\d[.,]?$/.test(text.slice(0, start)) && !/^[.,]?\d/.test(text.slice(end));

/** What was written after, with the marks that the change left whole. */
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
  /** Its place among the marks. */
  readonly index: number;
  readonly figure: PhraseFigure;
  readonly stands: string;
  readonly now: string;
};

type FigureTexts = Readonly<Record<PhraseFigure, string>>;

/** The figures that say other than the reading says now, each in the language in which it was written. */
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

/** With one figure written as it is now. */
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

/** With one figure kept as it stands: from then on it is its reader's own text. */
export function withKept({ text, figures }: Conclusion, { index }: StaleFigure): Conclusion {
  return { text, figures: figures.filter((_, i) => i !== index) };
}
