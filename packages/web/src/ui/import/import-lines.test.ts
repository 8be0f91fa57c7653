import { expect, test } from 'vitest';
import { linesOf, templateOf, type ImportColumn } from './import-lines.ts';

const columns: readonly ImportColumn<'user_id' | 'name'>[] = [
  { name: 'user_id', label: 'ユーザーID', required: true, example: 'mori1174' },
  { name: 'name', label: '氏名', required: true, example: 'Mori, "Kaede"' },
];

test('columns are recognised by name or word, in any order; others and empty rows are skipped', () => {
  const cells = [
    ['氏名', 'Age', 'User_ID '],
    ['森 楓', '40', ' mori1174 '],
    ['', '', ''],
    ['Ben', '', 'ben1'],
  ];
  expect(linesOf(columns, cells)).toEqual({
    lines: [
      { name: '森 楓', user_id: 'mori1174' },
      { name: 'Ben', user_id: 'ben1' },
    ],
    numbers: [2, 4],
  });
});

test('a table without a known column, or without rows, says so', () => {
  expect(linesOf(columns, [['Age'], ['40']])).toEqual({ fault: 'no-columns' });
  expect(linesOf(columns, [['name'], ['']])).toEqual({ fault: 'no-lines' });
  expect(linesOf(columns, [])).toEqual({ fault: 'no-columns' });
});

test('the template is a table that can be imported', () => {
  expect(templateOf(columns)).toBe('\ufeffuser_id,name\r\nmori1174,"Mori, ""Kaede"""\r\n');
});
