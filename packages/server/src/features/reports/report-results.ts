/**
 * Shows rows of the table of results in a printed report: the key figures, and the table of intervals and variability.
 * The compiler requires a reason for each row that neither of them shows.
 */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { FindingCode } from '@rhythmdesk/domain/results/finding-results';
import type { ResultRow, ResultSource } from '@rhythmdesk/domain/results/result-row';
import {
  readResult,
  type ResultCode,
  resultCodes,
  type resultRows,
  resultTable,
} from '@rhythmdesk/domain/results/result-table';
import { documentSource } from '../../records/results/result-source.ts';
import { absent, fill, type ReportForms } from './report-forms.ts';
import { reportWords } from './report-words.ts';

type PrintedGroup = 'intervals' | 'variability';
/** Groups that the report prints as lists: every finding with its place, versions and statements in their own parts. */
type ListedGroup = 'findings' | 'critical' | 'statement' | 'versions';
/** A second figure in the cell of a key figure. */
const beside = {
  v_beats: 'v_share',
  v_runs: 'v_couplets',
  s_beats: 's_share',
} as const satisfies Partial<Record<ResultCode, ResultCode>>;
const besideOf: Partial<Record<ResultCode, ResultCode>> = beside;

type Rows = typeof resultRows;
type Unprinted = {
  [Code in ResultCode]: Rows[Code] extends { key: true } | { group: PrintedGroup | ListedGroup }
    ? never
    : Code extends (typeof beside)[keyof typeof beside] | FindingCode | `critical_${string}`
      ? never
      : Code;
}[ResultCode];

/** Says why the report shows a row neither as a key figure nor in a table. */
export const leftOutOfReport: Readonly<Record<Unprinted, string>> = {
  duration: 'The header shows the first and last day of the recording.',
  worn: 'The header shows it.',
  analysed: 'The header shows it.',
  analysed_share: 'The header shows it.',
  beats: 'The tables by day and by hour show it.',
  af_time: 'The burden and the table of episodes show it.',
  shortest_rr: 'It is no measure of a pause; a reader sees it at the desk.',
  v_longest_run: 'The table of episodes lists the longest runs with their beats.',
  v_fastest_run: 'The table of episodes lists the runs with their rates.',
  s_runs: 'The table of episodes shows their number.',
};

/** Formats a value by its unit; a pause is read in seconds. */
function textOf({ unit, group }: ResultRow, value: number | string | null, forms: ReportForms): string {
  if (value === null) return absent;
  if (typeof value === 'string') return value;
  if (unit === '%') return forms.percent(value / 100);
  if (unit === '/min') return forms.bpm(value);
  if (unit === 's') return forms.length(value);
  if (unit === 'ms') return group === 'pauses' ? forms.seconds(value) : forms.ms(value);
  return forms.count(value);
}

export const resultText = (source: ResultSource, code: ResultCode, forms: ReportForms): string =>
  textOf(resultTable[code], readResult(source, code), forms);

/** Returns name and text of each key figure, in the order of the table. */
export function keyFigures(document: ReportDocument, forms: ReportForms): (readonly [string, string])[] {
  const { language, figures } = document;
  const words = reportWords[language];
  const source = documentSource(document);
  const limit = forms.unit('second', forms.count(figures.summary.criteria.pause_s));
  const nameOf = (code: ResultCode): string => resultTable[code].texts[language][0];
  return resultCodes
    .filter((code) => resultTable[code].key)
    .map((code) => {
      const text = resultText(source, code, forms);
      const second = besideOf[code];
      if (code === 'pauses') return [fill(words.at_least, { name: nameOf(code), limit }), text];
      if (second === undefined) return [nameOf(code), text];
      const secondText = resultText(source, second, forms);
      return resultTable[second].unit === '%'
        ? [nameOf(code), `${text} (${secondText})`]
        : [`${nameOf(code)}${words.comma}${nameOf(second)}`, `${text} · ${secondText}`];
    });
}

type IntervalRow = { readonly code: ResultCode; readonly name: string; readonly text: string };

/** Returns the rows of a group, with name and text. */
export function groupRows(
  source: ResultSource,
  group: PrintedGroup,
  { language, forms }: { readonly language: Language; readonly forms: ReportForms },
): IntervalRow[] {
  return resultCodes
    .filter((code) => resultTable[code].group === group)
    .map((code) => ({
      code,
      name: resultTable[code].texts[language][0],
      text: resultText(source, code, forms),
    }));
}
