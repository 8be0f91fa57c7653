/** Prepares the figures of a reading or the data of a report for the table of results. */
import type { ReportDocument, ReportFigures } from '@rhythmdesk/contract/report-document';
import type { ResultSource } from '@rhythmdesk/domain/results/result-row';
import { namedFigures } from '@rhythmdesk/ecg/report/named-figures';

/** The figures that both a reading and a report have; `intervals` is null where the signal was not measured. */
export type ResultFigures = Pick<ReportFigures, 'summary' | 'counts'> & {
  readonly intervals: ReportFigures['intervals'] | null;
};

export function figureSource({ summary, counts, intervals }: ResultFigures): ResultSource {
  return { named: namedFigures({ summary, counts }), summary, counts, intervals, document: null };
}

export const documentSource = (document: ReportDocument): ResultSource => ({
  ...figureSource(document.figures),
  document,
});
