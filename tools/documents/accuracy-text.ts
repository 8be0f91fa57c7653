/**
 * Makes docs/accuracy.md: the stored figures of the engine, with the English texts of the product's page about them.
 */
import {
  accuracyCell,
  accuracyTableKeys,
  accuracyTables,
  isAccuracyRowName,
} from '@rhythmdesk/ecg/scoring/accuracy';
import type {
  AccuracyColumn,
  AccuracyFigures,
  AccuracyRow,
  AccuracyTable,
} from '@rhythmdesk/ecg/scoring/accuracy';
import { accuracyLimits, accuracyMethods } from '@rhythmdesk/web/platform/texts/accuracy-points';
import { texts } from '@rhythmdesk/web/platform/texts/en/accuracy';
import { goalsText } from './accuracy-goals.ts';

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export function tableText(table: AccuracyTable, rows: readonly AccuracyRow[]): string {
  const columns: readonly AccuracyColumn[] = accuracyTables[table];
  return [
    `## ${texts[`table.${table}`]}`,
    '',
    texts[`note.${table}`],
    '',
    line(['', ...columns.map((column) => texts[`column.${column}`])]),
    line(['---', ...columns.map(() => '---:')]),
    ...rows.map(({ name, cells }) =>
      line([
        isAccuracyRowName(name) ? texts[`row.${name}`] : name,
        ...columns.map((column, at) => accuracyCell(column, cells[at] ?? [])),
      ]),
    ),
    '',
  ].join('\n');
}

export function accuracyText(figures: AccuracyFigures): string {
  const { engine_version, tables } = figures;
  return [
    `# ${texts.title}`,
    '',
    texts.engine.replace('{{version}}', engine_version),
    'Written by `npm run bench:ecg`; not edited by hand. The words are those of the page `/accuracy`.',
    '',
    texts.lead,
    '',
    `## ${texts.method}`,
    '',
    ...accuracyMethods.map((point) => `- ${texts[`method.${point}`]}`),
    '',
    `## ${texts.limits}`,
    '',
    ...accuracyLimits.map((point) => `- ${texts[`limits.${point}`]}`),
    '',
    ...goalsText(figures),
    ...accuracyTableKeys.map((table) => tableText(table, tables[table])),
  ].join('\n');
}
