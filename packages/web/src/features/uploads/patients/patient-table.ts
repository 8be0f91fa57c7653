/**
 * Parses a pasted or imported list of patients: the names in its first row identify the columns, and each row becomes
 * the fields of an upload or a list of errors. Pure.
 *
 * Invariants: nothing is accepted that was not understood: a row with an error is left out as a whole; an HN ID that
 * occurs twice is left out twice; a column without a known name is skipped and reported.
 */
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { priorities, type Priority } from '@rhythmdesk/domain/case/status';
import { emptyPatient, patientFields, type Patient, type PatientField } from './patient.ts';
import { namePartsOf, readBirthDate, readGender, type DateOrder, type ValueFault } from './patient-values.ts';

export type TableColumn = PatientField | 'hn_id' | 'patient_name' | 'priority';
type RowFault = ValueFault | 'hn-missing' | 'hn-invalid' | 'hn-twice' | 'too-long' | 'priority-unknown';

export type TableRow = {
  /** Counted as in a spreadsheet: the names of the columns are row 1. */
  readonly row: number;
  readonly hn_id: string;
  readonly patient: Patient;
  /** Null if the list contains none. */
  readonly priority: Priority | null;
  readonly faults: readonly {
    readonly column: TableColumn;
    readonly fault: RowFault;
    readonly value: string;
  }[];
};
type PatientTable =
  | { readonly fault: 'no-header' | 'no-hn-column' | 'column-twice' | 'no-rows' | 'too-many-rows' }
  | {
      readonly rows: readonly TableRow[];
      readonly passed_over: readonly string[];
      readonly ambiguous: boolean;
    };

const mostTableRows = 500;

const names: Readonly<Record<TableColumn, readonly string[]>> = {
  hn_id: [
    'hnid',
    'hn',
    'hn番号',
    'hn번호',
    'hn编号',
    'serial',
    'serialnumber',
    'シリアル番号',
    'パッチ番号',
    '패치번호',
    '시리얼번호',
    '序列号',
    '贴片编号',
  ],
  patient_name: [
    'name',
    'patient',
    'patientname',
    'fullname',
    '氏名',
    '患者名',
    '患者氏名',
    '名前',
    '이름',
    '환자명',
    '환자이름',
    '성명',
    '姓名',
    '患者姓名',
  ],
  patient_last_name: ['lastname', 'familyname', 'surname', '姓', '名字', '성'],
  patient_first_name: ['firstname', 'givenname', 'forename', '名', '이름(명)'],
  patient_id: [
    'id',
    'patientid',
    'mrn',
    'chartno',
    'chartnumber',
    '患者id',
    '患者番号',
    'カルテ番号',
    '환자id',
    '환자번호',
    '등록번호',
    '차트번호',
    '患者编号',
    '病历号',
    '住院号',
  ],
  birth_date: [
    'birthdate',
    'dateofbirth',
    'dob',
    'birthday',
    '生年月日',
    '誕生日',
    '생년월일',
    '생일',
    '出生日期',
    '生日',
  ],
  gender: ['gender', 'sex', '性別', '성별', '性别'],
  phone_number: [
    'phone',
    'phonenumber',
    'mobile',
    'tel',
    '電話',
    '電話番号',
    '전화',
    '전화번호',
    '휴대폰',
    '연락처',
    '电话',
    '电话号码',
    '手机',
  ],
  priority: ['priority', 'urgency', '優先度', '緊急度', '우선순위', '긴급도', '优先级'],
  comment: [
    'comment',
    'note',
    'notes',
    'memo',
    'ordernote',
    '備考',
    'コメント',
    '依頼メモ',
    '메모',
    '비고',
    '의견',
    '의뢰메모',
    '备注',
    '申请说明',
  ],
};
const columns = Object.keys(names).filter((name): name is TableColumn => Object.hasOwn(names, name));

const longest: Readonly<Record<PatientField, number>> = {
  patient_last_name: 80,
  patient_first_name: 80,
  patient_id: 64,
  birth_date: 10,
  gender: 10,
  phone_number: 32,
  comment: 2000,
};

const priorityWords: Readonly<Record<Priority, readonly string[]>> = {
  normal: ['normal', 'routine', '通常', '普通', '일반', '보통'],
  urgent: ['urgent', 'stat', '至急', '緊急', '긴급', '紧急', '加急'],
};

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_.:*#-]/gu, '');

export function columnOf(header: string): TableColumn | null {
  return columns.find((column) => names[column].some((name) => plain(name) === plain(header))) ?? null;
}

type Fault = TableRow['faults'][number];
type Known = ReadonlyMap<TableColumn, string>;

function readPriority(typed: string): Priority | null {
  const word = plain(typed);
  return priorities.find((each) => priorityWords[each].includes(word)) ?? null;
}

type Reading = { readonly patient: Partial<Record<PatientField, string>>; readonly faults: Fault[] };

function namesOf(known: Known): Partial<Record<PatientField, string>> {
  const whole = known.get('patient_name');
  if (whole !== undefined) return namePartsOf(whole);
  return {
    patient_last_name: known.get('patient_last_name') ?? '',
    patient_first_name: known.get('patient_first_name') ?? '',
  };
}

/** Returns the fields that are more than text. */
function readValues(known: Known, { today, order }: TableRules): Reading {
  const faults: Fault[] = [];
  const patient: Partial<Record<PatientField, string>> = {};
  const readers = {
    birth_date: (value: string) => readBirthDate(value, today, order),
    gender: readGender,
  } as const;
  for (const column of ['birth_date', 'gender'] as const) {
    const value = known.get(column);
    if (value === undefined) continue;
    const read = readers[column](value);
    if ('fault' in read) faults.push({ column, fault: read.fault, value });
    else patient[column] = read.value;
  }
  return { patient, faults };
}

function tooLong(patient: Patient): Fault[] {
  return patientFields.flatMap((column) => {
    const value = patient[column];
    return value.length > longest[column] ? [{ column, fault: 'too-long' as const, value }] : [];
  });
}

function hnOf(known: Known): { hn_id: string; faults: Fault[] } {
  const typed = known.get('hn_id') ?? '';
  const hn_id = normaliseHnId(typed.normalize('NFKC'));
  if (hn_id !== null) return { hn_id, faults: [] };
  const fault = typed === '' ? ('hn-missing' as const) : ('hn-invalid' as const);
  return { hn_id: typed, faults: [{ column: 'hn_id', fault, value: typed }] };
}

function readRow(known: Known, row: number, rules: TableRules): TableRow {
  const { hn_id, faults } = hnOf(known);
  const read = readValues(known, rules);
  const patient: Patient = {
    ...emptyPatient,
    patient_id: known.get('patient_id') ?? '',
    phone_number: known.get('phone_number') ?? '',
    comment: known.get('comment') ?? '',
    ...namesOf(known),
    ...read.patient,
  };
  const urgency = known.get('priority');
  const priority = urgency === undefined ? null : readPriority(urgency);
  const unclear: Fault[] =
    urgency !== undefined && priority === null
      ? [{ column: 'priority', fault: 'priority-unknown', value: urgency }]
      : [];
  return {
    row,
    hn_id,
    patient,
    priority,
    faults: [...faults, ...read.faults, ...unclear, ...tooLong(patient)],
  };
}

function withTwice(rows: readonly TableRow[]): TableRow[] {
  const counts = new Map<string, number>();
  for (const { hn_id } of rows) counts.set(hn_id, (counts.get(hn_id) ?? 0) + 1);
  return rows.map((each) =>
    (counts.get(each.hn_id) ?? 0) > 1 && normaliseHnId(each.hn_id) !== null
      ? { ...each, faults: [...each.faults, { column: 'hn_id', fault: 'hn-twice', value: each.hn_id }] }
      : each,
  );
}

function knownOf(cells: readonly string[], header: readonly (TableColumn | null)[]): Known {
  const known = new Map<TableColumn, string>();
  for (const [at, column] of header.entries()) {
    const value = (cells[at] ?? '').trim();
    if (column !== null && value !== '') known.set(column, value);
  }
  return known;
}

type TableRules = { readonly today: string; readonly order: DateOrder | null };

export function readPatientTable(cells: readonly (readonly string[])[], rules: TableRules): PatientTable {
  const filled = cells.flatMap((row, at) => (row.some((cell) => cell.trim() !== '') ? [{ row, at }] : []));
  const [head, ...body] = filled;
  const header = head?.row.map(columnOf) ?? [];
  const found = header.filter((column) => column !== null);
  if (head === undefined || found.length === 0) return { fault: 'no-header' };
  if (!found.includes('hn_id')) return { fault: 'no-hn-column' };
  if (new Set(found).size < found.length) return { fault: 'column-twice' };
  if (body.length === 0) return { fault: 'no-rows' };
  if (body.length > mostTableRows) return { fault: 'too-many-rows' };
  const rows = withTwice(body.map(({ row, at }) => readRow(knownOf(row, header), at + 1, rules)));
  const birthAt = header.indexOf('birth_date');
  return {
    rows,
    passed_over: head.row.filter((name, at) => header[at] === null && name.trim() !== ''),
    ambiguous: body.some(({ row }) => {
      const read = readBirthDate(row[birthAt] ?? '', rules.today, null);
      return birthAt >= 0 && 'fault' in read && read.fault === 'date-ambiguous';
    }),
  };
}
