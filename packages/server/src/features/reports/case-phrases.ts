/** Returns the phrases of a case's center, filled with the current figures of the reading. */
import type { phraseRoutes } from '@rhythmdesk/contract/report-phrases';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { falsePhrases } from '@rhythmdesk/domain/report/contradicted-phrases';
import { fitOf, phraseFits } from '@rhythmdesk/domain/report/phrase-occasions';
import { fillPhrase } from '@rhythmdesk/domain/report/phrases';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { figureTexts } from './figure-texts.ts';
import { knownPhrases, phrasesOf } from './phrase-library.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { formsOf } from './report-forms.ts';

export async function casePhrases(
  { db, figures: readFigures }: Pick<ReportDependencies, 'db' | 'figures'>,
  { row, hospital, center }: CaseRecord,
  language: Language,
): Promise<OutputOf<typeof phraseRoutes.casePhrases>> {
  const [found, library] = await Promise.all([readFigures(row.case_id), phrasesOf(db, center?.id ?? null)]);
  if (found === null) throw new Refusal('report/no-analysis');
  const { summary, counts, sequence } = found.figures;
  const facts = { ...summary, counts };
  const textsIn = (of: Language) => figureTexts(found.figures, formsOf(of, hospital.time_zone));
  const figures = { en: textsIn('en'), ja: textsIn('ja'), ko: textsIn('ko'), zh: textsIn('zh') };
  const phrases = library
    .filter(({ texts }) => texts[language].trim() !== '')
    .map(({ occasion, texts }) => ({
      ...fillPhrase(texts[language], figures[language]),
      occasion,
      fit: fitOf(occasion, facts),
    }));
  const inOrder = phraseFits.flatMap((wanted) => phrases.filter(({ fit }) => fit === wanted));
  return {
    sequence,
    figures,
    phrases: inOrder.map(({ figures: placed, ...phrase }) => ({ ...phrase, figures: [...placed] })),
    contradicted: falsePhrases(knownPhrases(library), facts),
  };
}
