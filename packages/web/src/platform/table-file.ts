/** Reads the cells of a table: from a spreadsheet, from a text file in any encoding, or from pasted text. */

export type Cells = readonly (readonly string[])[];
export type TableFileFault = 'table-large' | 'table-unreadable';

export const tableFiles = '.csv,.tsv,.xlsx';
const mostBytes = 2 * 2 ** 20;

export const isTableFile = (file: File): boolean => /\.(?:csv|tsv|xlsx)$/i.test(file.name);

/** Dates in a spreadsheet are calendar days, stored as midnight in UTC. */
function cellText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell)
    : '';
}

export async function cellsOfText(text: string): Promise<Cells> {
  const { default: papaparse } = await import('papaparse');
  // Copied cells are separated by tabs and may contain commas.
  const delimiter = /^[^\n]*\t/.test(text) ? '\t' : '';
  return papaparse.parse<string[]>(text.replace(/^\ufeff/, ''), { delimiter }).data;
}

function decoded(bytes: Uint8Array<ArrayBuffer>, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether this is the name of a possible column. */
type IsColumn = (name: string) => boolean;

/** Encodings that spreadsheet programs use besides UTF-8; the first in which the column names are readable is used. */
async function cellsOfBytes(bytes: Uint8Array<ArrayBuffer>, isColumn: IsColumn): Promise<Cells | null> {
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? ['utf-16le'] : [];
  let first: Cells | null = null;
  for (const encoding of [...marked, 'utf-8', 'shift_jis', 'euc-kr', 'gb18030']) {
    const text = decoded(bytes, encoding);
    if (text === null) continue;
    const cells = await cellsOfText(text);
    if (cells[0]?.some(isColumn) === true) return cells;
    first ??= cells;
  }
  return first;
}

async function cellsOfSheet(file: File): Promise<Cells | null> {
  const { readSheet } = await import('read-excel-file/universal');
  const rows = await readSheet(file).catch(() => null);
  return rows?.map((row) => row.map(cellText)) ?? null;
}

export async function cellsOfFile(
  file: File,
  isColumn: IsColumn,
): Promise<{ cells: Cells } | { fault: TableFileFault }> {
  if (file.size > mostBytes) return { fault: 'table-large' };
  const cells = /\.xlsx$/i.test(file.name)
    ? await cellsOfSheet(file)
    : await cellsOfBytes(new Uint8Array(await file.arrayBuffer()), isColumn);
  return cells === null ? { fault: 'table-unreadable' } : { cells };
}
