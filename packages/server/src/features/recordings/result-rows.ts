/** Writes the results of a reading as rows of the exported table, named and coded by the table of results. */
import type { ResultSource } from '@rhythmdesk/domain/results/result-row';
import { type ResultCode, type resultRows, resultsOf } from '@rhythmdesk/domain/results/result-table';
import type { TableField } from '@rhythmdesk/ecg/formats/annotations-csv';

type Rows = typeof resultRows;
/** Rows that only a report has, or that are measured on the signal for a report. */
type OfReports = {
  [Code in ResultCode]: Code extends `critical_${string}`
    ? Code
    : Rows[Code]['from'] extends `document.${string}` | `intervals.${string}`
      ? Code
      : never;
}[ResultCode];

const measured = 'It is measured on the signal when a report is made.';
const stated = 'A recording can be exported without a report; the results of a report contain it.';

export const leftOutOfCsv = {
  ...{ pr: measured, qrs: measured, qt: measured, qtc: measured },
  ...{ conclusion: stated, severity: stated, report_version: stated, analysis_version: stated },
  ...{ reading_edit: stated, reading_checksum: stated, open_items: stated },
  ...{ critical_vf: stated, critical_vt: stated, critical_pause: stated },
  ...{ critical_av_block: stated, critical_slow: stated, critical_fast_af: stated },
} as const satisfies Readonly<Record<OfReports, string>>;

export const resultHeads = ['code', 'name', 'value', 'unit', 'loinc', 'mdc', 'snomed'] as const;

/** Names are in English, as in the other tables of an export. */
export const resultRowsOf = (source: ResultSource): TableField[][] =>
  resultsOf(source, leftOutOfCsv).map(({ code, row, value }) => [
    ...[code, row.texts.en[1], value, row.unit],
    ...[row.loinc?.code ?? null, row.mdc?.code ?? null, row.snomed?.code ?? null],
  ]);
