import { expect, test } from 'vitest';
import { columnOf, readPatientTable } from './patient-table.ts';

const rules = { today: '2026-11-20', order: null };
const read = (...cells: string[][]) => {
  const table = readPatientTable(cells, rules);
  if ('fault' in table) throw new Error(table.fault);
  return table;
};
const header = ['HN ID', 'Name', 'Date of birth', 'Sex', 'Patient ID'];

test('columns are recognised by their names in four languages, with any case and blanks', () => {
  const named = [
    ['HN ID', '氏名', '生年月日', '性別', '患者ID'],
    ['HN 번호', '환자명', '생년월일', '성별', '등록 번호'],
    ['HN编号', '姓名', '出生日期', '性别', '病历号'],
    ['hn_id', 'patient name', 'DOB', 'Gender', 'MRN'],
  ];
  for (const row of named) {
    expect(row.map(columnOf)).toEqual(['hn_id', 'patient_name', 'birth_date', 'gender', 'patient_id']);
  }
  // The column name that the page itself uses.
  for (const name of ['Order note', '依頼メモ', '의뢰 메모', '申请说明'])
    expect(columnOf(name)).toBe('comment');
  expect(columnOf('Ward')).toBeNull();
});

test('a row becomes the fields of an upload', () => {
  const { rows, passed_over } = read(
    [...header, 'Ward', 'Priority'],
    ['hn-100001', '田中 花子', '昭和35年1月31日', '女', 'P-1', '3B', '至急'],
  );
  expect(rows).toEqual([
    {
      row: 2,
      hn_id: 'HN100001',
      priority: 'urgent',
      faults: [],
      patient: {
        patient_last_name: '田中',
        patient_first_name: '花子',
        patient_id: 'P-1',
        birth_date: '1960-01-31',
        gender: 'female',
        phone_number: '',
        comment: '',
      },
    },
  ]);
  expect(passed_over).toEqual(['Ward']);
});

test('every fault of a row is named with its column and value', () => {
  const { rows } = read(header, ['HN1', 'Kim', '2030-01-01', '1', 'x'.repeat(65)], ['', 'Lee', '', '', '']);
  expect(rows.map(({ faults }) => faults.map(({ column, fault }) => `${column} ${fault}`))).toEqual([
    ['hn_id hn-invalid', 'birth_date date-future', 'gender gender-unknown', 'patient_id too-long'],
    ['hn_id hn-missing'],
  ]);
});

test('a repeated HN ID is a fault of both rows, also in another spelling', () => {
  const { rows } = read(header, ['HN100001', 'A'], ['hn-100001', 'B'], ['HN100002', 'C']);
  expect(rows.map(({ faults }) => faults.map(({ fault }) => fault))).toEqual([
    ['hn-twice'],
    ['hn-twice'],
    [],
  ]);
});

test('rows keep the number of their spreadsheet although empty ones are skipped', () => {
  expect(
    read(header, ['', ''], ['HN100001', 'A'], [' '], ['HN100002', 'B']).rows.map(({ row }) => row),
  ).toEqual([3, 5]);
});

test('a list with ambiguous dates says so, also once their order is given', () => {
  const cells = [header, ['HN100001', 'A', '03/04/1960', 'f', '1']];
  expect(readPatientTable(cells, rules)).toMatchObject({ ambiguous: true });
  expect(readPatientTable(cells, { ...rules, order: 'day-first' })).toMatchObject({
    ambiguous: true,
    rows: [{ faults: [], patient: { birth_date: '1960-04-03' } }],
  });
  expect(readPatientTable([header, ['HN100001', 'A', '31/12/1960']], rules)).toMatchObject({
    ambiguous: false,
  });
});

test('a list that cannot be read as a whole says why', () => {
  const fault = (...cells: string[][]) => readPatientTable(cells, rules);
  expect(fault()).toEqual({ fault: 'no-header' });
  expect(fault(['HN100001', 'Kim'])).toEqual({ fault: 'no-header' });
  expect(fault(['Name', 'Sex'], ['Kim', 'f'])).toEqual({ fault: 'no-hn-column' });
  expect(fault(['HN', 'HN ID'], ['HN100001', 'HN100002'])).toEqual({ fault: 'column-twice' });
  expect(fault(header)).toEqual({ fault: 'no-rows' });
  const many = Array.from({ length: 501 }, (_, at) => [`HN${String(100000 + at)}`]);
  expect(fault(header, ...many)).toEqual({ fault: 'too-many-rows' });
});
