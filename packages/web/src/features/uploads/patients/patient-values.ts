/**
 * Parses birth dates and sexes as lists of patients write them, in four languages. Pure.
 *
 * Invariant: an ambiguous value is not guessed: `03/04/1960` has a meaning only if its list shows which of the two
 * comes first, and a two-digit year has none.
 */
import type { Gender } from '@rhythmdesk/domain/case/status';

export type DateOrder = 'day-first' | 'month-first';
export type ValueFault =
  | 'date-unknown'
  | 'date-ambiguous'
  | 'date-short-year'
  | 'date-impossible'
  | 'date-future'
  | 'date-old'
  | 'gender-unknown';
export type Read<Value> = { readonly value: Value } | { readonly fault: ValueFault };

const mostYears = 130;
/** The year before the first of each era: Meiji, Taisho, Showa, Heisei, Reiwa. */
const eras: Readonly<Record<string, number>> = {
  明治: 1867,
  大正: 1911,
  昭和: 1925,
  平成: 1988,
  令和: 2018,
  m: 1867,
  t: 1911,
  s: 1925,
  h: 1988,
  r: 2018,
};
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

type DateParts = readonly [year: number, month: number, day: number];

const asNumber = (text: string | undefined): number => (text === undefined ? NaN : Number(text));

function eraDate(text: string): DateParts | null {
  const found =
    /^(明治|大正|昭和|平成|令和|[mtshr])\.?\s*(\d{1,2}|元)\s*[年./-]\s*(\d{1,2})\s*[月./-]\s*(\d{1,2})\s*日?$/.exec(
      text,
    );
  const before = eras[found?.[1] ?? ''];
  if (found === null || before === undefined) return null;
  const year = found[2] === '元' ? 1 : asNumber(found[2]);
  return [before + year, asNumber(found[3]), asNumber(found[4])];
}

function namedMonth(text: string): DateParts | null {
  const day = /^(\d{1,2})[ .-]+([a-z]{3,9})\.?,?[ .-]+(\d{4})$/.exec(text);
  const month = /^([a-z]{3,9})\.? +(\d{1,2}),? +(\d{4})$/.exec(text);
  const name = day?.[2] ?? month?.[1];
  if (name === undefined) return null;
  const at = months.findIndex((each) => name.startsWith(each));
  return at < 0 ? null : [asNumber(day?.[3] ?? month?.[3]), at + 1, asNumber(day?.[1] ?? month?.[2])];
}

/** Year first: every order of this kind is year, month, day. */
function yearFirst(text: string): DateParts | null {
  const found =
    /^(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})\.?(?:[t ]00:00(?::00(?:\.000)?)?z?)?$/.exec(text) ??
    /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日$/.exec(text) ??
    /^(\d{4})\s*년\s*(\d{1,2})\s*월\s*(\d{1,2})\s*일$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  return found && [asNumber(found[1]), asNumber(found[2]), asNumber(found[3])];
}

/** Either of the first two could be the month: only the list's order decides. */
function yearLast(text: string, order: DateOrder | null): DateParts | 'ambiguous' | null {
  const found = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  if (found === null) return null;
  const [first, second, year] = [asNumber(found[1]), asNumber(found[2]), asNumber(found[3])];
  if (first === second || second > 12) return [year, first, second];
  if (first > 12) return [year, second, first];
  if (order === null) return 'ambiguous';
  return order === 'day-first' ? [year, second, first] : [year, first, second];
}

const isShortYear = (text: string): boolean =>
  /^\d{6}(?:-\d{0,7})?$/.test(text) || /^\d{1,2}[-/.]\d{1,2}[-/.]\d{1,2}$/.test(text);

function judged([year, month, day]: DateParts, today: string): Read<string> {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1;
  if (!isReal || date.getUTCDate() !== day) return { fault: 'date-impossible' };
  const value = date.toISOString().slice(0, 10);
  if (value > today) return { fault: 'date-future' };
  return year < Number(today.slice(0, 4)) - mostYears ? { fault: 'date-old' } : { value };
}

/** `today` is the latest allowed birth date, `YYYY-MM-DD`. */
export function readBirthDate(typed: string, today: string, order: DateOrder | null): Read<string> {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  const parts = yearFirst(text) ?? eraDate(text) ?? namedMonth(text) ?? yearLast(text, order);
  if (parts === 'ambiguous') return { fault: 'date-ambiguous' };
  if (parts === null) return { fault: isShortYear(text) ? 'date-short-year' : 'date-unknown' };
  return judged(parts, today);
}

/** Returns why the birth date of the form cannot be right, or null. An empty one is only missing. */
export function birthDateFault(birth_date: string, today: string): ValueFault | null {
  const read = birth_date === '' ? null : readBirthDate(birth_date, today, null);
  return read !== null && 'fault' in read ? read.fault : null;
}

const genderWords: Readonly<Record<Gender, readonly string[]>> = {
  male: ['m', 'male', 'man', '男', '男性', '男子', '남', '남자', '남성'],
  female: ['f', 'female', 'woman', '女', '女性', '女子', '여', '여자', '여성'],
  other: ['x', 'o', 'other', 'その他', '기타', '其他'],
};

export function readGender(typed: string): Read<Gender> {
  const word = typed.normalize('NFKC').trim().toLowerCase();
  for (const value of ['male', 'female', 'other'] as const) {
    if (genderWords[value].includes(word)) return { value };
  }
  return { fault: 'gender-unknown' };
}

export type NameParts = { readonly patient_last_name: string; readonly patient_first_name: string };

const isHan = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+$/u;

/** A name in one cell is split only if its order is certain: by a comma, or in East Asian writing. */
export function namePartsOf(whole: string): NameParts {
  const text = whole.trim().replaceAll(/\s+/gu, ' ');
  const [last = '', first = ''] = text.split(',').map((part) => part.trim());
  if (text.includes(',')) return { patient_last_name: last, patient_first_name: first };
  const [family = '', given = '', ...more] = text.split(' ');
  if (given !== '' && more.length === 0 && isHan.test(family) && isHan.test(given)) {
    return { patient_last_name: family, patient_first_name: given };
  }
  return { patient_last_name: text, patient_first_name: '' };
}
