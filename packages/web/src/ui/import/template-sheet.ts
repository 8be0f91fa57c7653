/** Builds the template as a spreadsheet in which every cell is text, so that a code keeps its leading zero. */
import type { ImportColumn } from './import-lines.ts';

export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export async function templateSheet(columns: readonly ImportColumn<string>[]): Promise<Blob> {
  const { default: writeXlsx } = await import('write-excel-file/universal');
  const head = columns.map(({ name, required }) => ({
    type: String,
    value: name,
    ...(required ? { fontWeight: 'bold' as const } : {}),
  }));
  const example = columns.map((column) => ({ type: String, value: column.example }));
  const width = { width: 24 };
  const options = { columns: columns.map(() => width), stickyRowsCount: 1 };
  return writeXlsx([head, example], options).toBlob();
}
