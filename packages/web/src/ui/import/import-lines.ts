/** A table's cells as lines of named fields, and the template that such a table begins with. Pure. */
import type { Cells } from '../../platform/table-file.ts';

export type ImportColumn<Name extends string> = {
  readonly name: Name;
  /** What else the column may be called: its word in the reader's language. */
  readonly label: string;
  readonly required: boolean;
  readonly example: string;
};

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_*]+/g, ' ');

/** The column that a head names: by its name or by its word. */
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

/** `numbers` are the rows of the table as its program counts them, the head being row 1; empty rows are passed over. */
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

/** Comma-separated with a byte order mark, so that spreadsheet programs read its letters. */
export function templateOf(columns: readonly ImportColumn<string>[]): string {
  const heads = columns.map(({ name }) => name).join(',');
  const example = columns.map((column) => quoted(column.example)).join(',');
  return `\ufeff${heads}\r\n${example}\r\n`;
}
