/** Refuses a report whose conclusion names figures that the reading no longer has, or contradicts the reading. */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import { staleFigures } from '@rhythmdesk/domain/report/conclusion';
import { contradictionsIn, falsePhrases } from '@rhythmdesk/domain/report/contradicted-phrases';
import type { Phrase } from '@rhythmdesk/domain/report/phrases';
import { Refusal } from '../../platform/http/refusal.ts';
import { figureTexts } from './figure-texts.ts';
import { formsOf } from './report-forms.ts';

/** @param phrases that the conclusion may contain */
export function proveConclusion(document: ReportDocument, phrases: readonly Phrase[]): void {
  const { conclusion: text, conclusion_figures, figures, recording } = document;
  const stale = staleFigures({ text, figures: conclusion_figures }, (language) =>
    figureTexts(figures, formsOf(language, recording.time_zone)),
  );
  const facts = { ...figures.summary, counts: figures.counts };
  const contradicted = contradictionsIn(text, falsePhrases(phrases, facts));
  const fields = [
    ...stale.map(({ figure }) => [`figures.${figure}`, 'refusal.report.figures-stale'] as const),
    ...contradicted.map(
      ({ occasion }) => [`statements.${occasion}`, 'refusal.report.conclusion-contradicts'] as const,
    ),
  ];
  if (fields.length === 0) return;
  const code = contradicted.length > 0 ? 'report/conclusion-contradicts' : 'report/figures-stale';
  throw new Refusal(code, { fields: Object.fromEntries(fields) });
}
