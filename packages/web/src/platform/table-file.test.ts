import { expect, test } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import { cellsOfFile, cellsOfText, isTableFile } from './table-file.ts';

const isColumn = (name: string): boolean => ['HN ID', '氏名', '이름'].includes(name);
const named = (bytes: BlobPart, name: string): File => new File([bytes], name);

test('pasted cells are separated by tabs, and a quoted cell may contain anything', async () => {
  expect(await cellsOfText('HN ID\tName\r\nHN100001\t"Kim, ""M"""\r\n')).toEqual([
    ['HN ID', 'Name'],
    ['HN100001', 'Kim, "M"'],
    [''],
  ]);
  expect((await cellsOfText('HN;Name\nHN100001;Kim'))[1]).toEqual(['HN100001', 'Kim']);
});

test('a text file is read in the encoding in which its column names make sense', async () => {
  const shiftJis = new Uint8Array([
    ...new TextEncoder().encode('HN ID,'),
    ...[0x8e, 0x81, 0x96, 0xbc],
    ...new TextEncoder().encode('\nHN100001,x\n'),
  ]);
  expect(await cellsOfFile(named(shiftJis, 'list.csv'), isColumn)).toMatchObject({
    cells: [['HN ID', '氏名'], ['HN100001', 'x'], ['']],
  });
  const utf8 = `\ufeffHN ID,이름\nHN100001,김민지`;
  expect(await cellsOfFile(named(utf8, 'list.csv'), isColumn)).toEqual({
    cells: [
      ['HN ID', '이름'],
      ['HN100001', '김민지'],
    ],
  });
});

test('a spreadsheet gives text, numbers and days unchanged', async () => {
  const cell = (value: string) => ({ value, type: String });
  const data = [
    ['HN ID', 'Date of birth', 'Patient ID'].map(cell),
    [
      cell('HN100001'),
      { value: new Date('1960-01-31T00:00:00Z'), type: Date, format: 'yyyy-mm-dd' },
      { value: 77, type: Number },
    ],
  ];
  const bytes = await writeXlsx(data).toBuffer();
  expect(await cellsOfFile(named(new Uint8Array(bytes), 'list.xlsx'), isColumn)).toEqual({
    cells: [
      ['HN ID', 'Date of birth', 'Patient ID'],
      ['HN100001', '1960-01-31', '77'],
    ],
  });
});

test('a file that is no spreadsheet, or too large, says so', async () => {
  expect(await cellsOfFile(named('no zip', 'list.xlsx'), isColumn)).toEqual({ fault: 'table-unreadable' });
  expect(await cellsOfFile(named(new Uint8Array(2 * 2 ** 20 + 1), 'list.csv'), isColumn)).toEqual({
    fault: 'table-large',
  });
  expect(['a.CSV', 'b.xlsx', 'c.zip', 'd.txt'].map((name) => isTableFile(named('', name)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
