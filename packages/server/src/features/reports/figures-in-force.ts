/** Refuses a report whose conclusion names figures that the reading no longer has. */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import { staleFigures } from '@rhythmdesk/domain/report/conclusion';
import { Refusal } from '../../platform/http/refusal.ts';
import { figureTexts } from './figure-texts.ts';
import { formsOf } from './report-forms.ts';

export function proveConclusion(document: ReportDocument): void {
  const { conclusion: text, conclusion_figures, figures, recording } = document;
  const stale = staleFigures({ text, figures: conclusion_figures }, (language) =>
    figureTexts(figures, formsOf(language, recording.time_zone)),
  );
  if (stale.length === 0) return;
  const fields = stale.map(({ figure }) => [`figures.${figure}`, 'refusal.report.figures-stale'] as const);
  throw new Refusal('report/figures-stale', { fields: Object.fromEntries(fields) });
}
