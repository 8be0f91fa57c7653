/** Turns a table's cells into lines of named fields, and builds the template of such a table. Pure. */
import type { Cells } from '../../platform/table-file.ts';

export type ImportColumn<Name extends string> = {
  readonly name: Name;
  /** Alternative name of the column: its label in the user's language. */
  readonly label: string;
  readonly required: boolean;
  readonly example: string;
};

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_*]+/g, ' ');

/** Returns the column that a heading names, by its name or by its label. */
export function columnNamed<Name extends string>(
  columns: readonly ImportColumn<Name>[],
  head: string,
): Name | null {
  const wanted = plain(head);
  return columns.find(({ name, label }) => plain(name) === wanted || plain(label) === wanted)?.name ?? null;
}

export type Line<Name extends string> = Partial<Record<Name, string>>;

export type ReadLines<Name extends string> =
  | { readonly lines: readonly Line<Name>[]; readonly numbers: readonly number[] }
  | { readonly fault: 'no-columns' | 'no-lines' };

/**
 * `numbers` are the row numbers of the table as a spreadsheet program counts them, with the head as row 1; empty rows
 * are skipped.
 */
export function linesOf<Name extends string>(
  columns: readonly ImportColumn<Name>[],
  cells: Cells,
): ReadLines<Name> {
  const [head = [], ...rest] = cells;
  const names = head.map((text) => columnNamed(columns, text));
  if (names.every((name) => name === null)) return { fault: 'no-columns' };
  const lines: Line<Name>[] = [];
  const numbers: number[] = [];
  for (const [index, row] of rest.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue;
    const line: Line<Name> = {};
    for (const [at, name] of names.entries()) if (name !== null) line[name] = (row[at] ?? '').trim();
    lines.push(line);
    numbers.push(index + 2);
  }
  return lines.length === 0 ? { fault: 'no-lines' } : { lines, numbers };
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Writes comma-separated text with a byte order mark, so that spreadsheet programs detect the encoding. */
export function templateOf(columns: readonly ImportColumn<string>[]): string {
  const heads = columns.map(({ name }) => name).join(',');
  const example = columns.map((column) => quoted(column.example)).join(',');
  return `\ufeff${heads}\r\n${example}\r\n`;
}
