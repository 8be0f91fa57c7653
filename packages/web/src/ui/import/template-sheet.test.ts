import { expect, test } from 'vitest';
import { cellsOfFile } from '../../platform/table-file.ts';
import { columnNamed, linesOf, type ImportColumn } from './import-lines.ts';
import { templateSheet } from './template-sheet.ts';

const columns: readonly ImportColumn<'user_id' | 'phone_number'>[] = [
  { name: 'user_id', label: 'ID', required: true, example: 'mori1174' },
  { name: 'phone_number', label: 'Phone', required: false, example: '0312345678' },
];

test('the spreadsheet template is a table that can be imported, also with leading zeros', async () => {
  const file = new File([await templateSheet(columns)], 'users.xlsx');
  const read = await cellsOfFile(file, (name) => columnNamed(columns, name) !== null);
  const lines = 'cells' in read ? linesOf(columns, read.cells) : read;
  expect(lines).toEqual({ lines: [{ user_id: 'mori1174', phone_number: '0312345678' }], numbers: [2] });
});
