/** Fits texts to the value representations of DICOM (PS3.5 6.2), whose lengths count characters. */
import { digitsAt, offsetText } from '../local-time.ts';

/** Control characters, and the backslash, which separates values. */
const unstorable = /[\p{Cc}\\]+/gu;

const cut = (text: string, most: number): string => Array.from(text).slice(0, most).join('').trim();

/** Returns a text as one line of at most `most` characters; a space replaces what DICOM cannot store. */
export const oneLine = (text: string, most: number): string =>
  cut(text.replace(unstorable, ' ').trim(), most);

/** Returns whether an identifier can be stored as it is; a changed one would be another. */
export const isStorable = (text: string, most: number): boolean => oneLine(text, most) === text;

type Name = { readonly last_name: string | null; readonly first_name: string | null };

/** The most characters of a component group. */
const mostOfName = 64;

/**
 * Returns a person's name as PN. Its first group is the name as it is recorded, because many programs show no other. A
 * name in Chinese characters is repeated as the ideographic group, one in hangul or kana alone as the phonetic group.
 */
export function personName({ last_name, first_name }: Name): string {
  const parts = [last_name, first_name].map((part) =>
    oneLine((part ?? '').replace(/[\^=]/g, ' '), mostOfName),
  );
  const name = cut(parts.join('^').replace(/\^$/, ''), mostOfName);
  if (/\p{Script=Han}/u.test(name)) return `${name}=${name}`;
  return /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name) ? `${name}==${name}` : name;
}

export const dateAt = (at: Date, offset: number): string => digitsAt(at, offset).slice(0, 8);
export const timeAt = (at: Date, offset: number): string => digitsAt(at, offset).slice(8);
/** Returns date and time to the millisecond with their offset. */
export const dateTimeAt = (at: Date, offset: number): string =>
  `${digitsAt(at, offset)}.${String(at.getUTCMilliseconds()).padStart(3, '0')}${offsetText(offset)}`;
