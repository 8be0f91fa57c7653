/** Returns the phrases of a case's center, filled with the current figures of the reading. */
import type { phraseRoutes } from '@rhythmdesk/contract/report-phrases';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { fillPhrase, isSuggested } from '@rhythmdesk/domain/report/phrases';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { figureTexts } from './figure-texts.ts';
import { phrasesOf } from './phrase-library.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { formsOf } from './report-forms.ts';

export async function casePhrases(
  { db, figures: readFigures }: Pick<ReportDependencies, 'db' | 'figures'>,
  { row, hospital, center }: CaseRecord,
  language: Language,
): Promise<OutputOf<typeof phraseRoutes.casePhrases>> {
  const [found, library] = await Promise.all([readFigures(row.case_id), phrasesOf(db, center?.id ?? null)]);
  if (found === null) throw new Refusal('report/no-analysis');
  const { summary, sequence } = found.figures;
  const textsIn = (of: Language) => figureTexts(found.figures, formsOf(of, hospital.time_zone));
  const figures = { en: textsIn('en'), ja: textsIn('ja'), ko: textsIn('ko'), zh: textsIn('zh') };
  const phrases = library
    .filter(({ texts }) => texts[language].trim() !== '')
    .map(({ occasion, texts }) => ({
      ...fillPhrase(texts[language], figures[language]),
      suggested: isSuggested(occasion, summary),
    }));
  const inOrder = [
    ...phrases.filter(({ suggested }) => suggested),
    ...phrases.filter((one) => !one.suggested),
  ];
  return {
    sequence,
    figures,
    phrases: inOrder.map(({ figures: placed, ...phrase }) => ({ ...phrase, figures: [...placed] })),
  };
}
