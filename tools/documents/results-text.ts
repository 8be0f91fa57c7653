/** Writes docs/results.md from the table of results. */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { type ResultGroup, resultUnits } from '@rhythmdesk/domain/results/result-row';
import {
  type LeftOut,
  type ResultCode,
  resultCodes,
  resultTable,
} from '@rhythmdesk/domain/results/result-table';
import { leftOutOfHolterProfile } from '@rhythmdesk/server/features/fhir/holter-profile';
import { leftOutOfFhir } from '@rhythmdesk/server/features/fhir/report-resources';
import { leftOutOfCsv } from '@rhythmdesk/server/features/recordings/result-rows';
import { leftOutOfReport } from '@rhythmdesk/server/features/reports/report-results';

const groupNames = {
  rate: 'Heart rate',
  af: 'Atrial fibrillation',
  pauses: 'Pauses and intervals between beats',
  ventricular: 'Ventricular ectopic beats',
  supraventricular: 'Supraventricular ectopic beats',
  intervals: 'Measured intervals',
  variability: 'Heart-rate variability',
  recording: 'Recording',
  findings: 'Findings by kind',
  critical: 'Critical findings by rule',
  statement: 'Statements',
  versions: 'Versions',
} as const satisfies Record<ResultGroup, string>;

const outputs: readonly { readonly name: string; readonly leftOut: LeftOut }[] = [
  { name: 'Printed report (key figures and intervals)', leftOut: leftOutOfReport },
  { name: 'CSV (`results.csv` in the export of a recording)', leftOut: leftOutOfCsv },
  { name: 'FHIR (Observations; [integration.md](integration.md))', leftOut: leftOutOfFhir },
  {
    name: 'FHIR in the Belgian Holter profile ([integration.md](integration.md#belgian-holter-profile))',
    leftOut: leftOutOfHolterProfile,
  },
  { name: 'JSON (`GET case/case/:case_id/report/results`)', leftOut: {} },
];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

function fieldText(code: ResultCode): string {
  const { from } = resultTable[code];
  if (typeof from === 'string') return `\`${from}\``;
  return 'kind' in from ? `findings of kind \`${from.kind}\`` : `critical findings of rule \`${from.rule}\``;
}

function codesText(code: ResultCode): string {
  const { loinc, mdc, snomed } = resultTable[code];
  const named = { LOINC: loinc, MDC: mdc, SNOMED: snomed };
  return Object.entries(named)
    .flatMap(([system, one]) => (one === undefined ? [] : [`${system} ${one.code} ${one.display}`]))
    .join('; ');
}

function groupText([group, name]: [string, string]): string {
  const codes = resultCodes.filter((code) => resultTable[code].group === group);
  const rows = codes.map((code) => {
    const { unit, key, rule } = resultTable[code];
    return [`\`${code}\``, unit ?? 'text', key ? 'yes' : '', codesText(code), fieldText(code), rule];
  });
  const texts = codes.map((code) => [
    `\`${code}\``,
    ...languages.map((language) => resultTable[code].texts[language].join(': ')),
  ]);
  return [
    `## ${name}`,
    table(['Code', 'Unit', 'Key figure', 'Published codes', 'Read from', 'Rule'], rows),
    table(['Code', 'English', '日本語', '한국어', '中文'], texts),
  ].join('\n\n');
}

function leftOutText({ name, leftOut }: (typeof outputs)[number]): string {
  const rows = resultCodes.flatMap((code) => {
    const reason = leftOut[code];
    return reason === undefined ? [] : [[`\`${code}\``, reason]];
  });
  const list = rows.length === 0 ? 'It contains every result.' : table(['Left out', 'Reason'], rows);
  return `### ${name}\n\n${list}`;
}

const units = Object.entries(resultUnits).map(([unit, digits]) => [`\`${unit}\``, String(digits)]);

export function resultsText(): string {
  return `${[
    '# Results',
    'This page lists every figure and finding of a reading that the product sends or prints. `npm run docs` writes it from `packages/domain/src/results`.',
    'A row has a code name that never changes its meaning, a unit of UCUM, and the codes of LOINC, ISO/IEEE 11073-10101 (MDC) and SNOMED CT of which we are sure. A SNOMED CT code names the finding that a row counts, not the number. `result-row.ts` gives the sources of the codes, `ecg-findings.ts` the codes of the Belgian Holter profile.',
    'To add a result, add its row to one of the files `*-results.ts`. It then appears in every output below. A figure that no output has yet is first computed in `packages/ecg/src/report` or `packages/ecg/src/rhythm`.',
    '## Outputs',
    'An output leaves out a row only with a reason. The compiler requires a reason for each row that the printed report, the CSV file and the Belgian Holter profile do not contain.',
    ...outputs.map(leftOutText),
    '## Units',
    'Values are sent with these decimal places at most.',
    table(['Unit (UCUM)', 'Decimal places'], units),
    ...Object.entries(groupNames).map(groupText),
  ].join('\n\n')}\n`;
}
