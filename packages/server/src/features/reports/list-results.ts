/** Lists the results of a report as data, every row of the table of results that has a value. */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { resultsOf } from '@rhythmdesk/domain/results/result-table';
import { documentSource } from '../../records/results/result-source.ts';

export function listResults(
  document: ReportDocument,
  language: Language,
): OutputOf<typeof reportRoutes.reportResults> {
  return {
    report_version: document.report_version,
    results: resultsOf(documentSource(document)).map(({ code, row, value }) => {
      const [name, description] = row.texts[language];
      const { unit, loinc, mdc, snomed } = row;
      return { code, name, description, value, unit, loinc, mdc, snomed };
    }),
  };
}
