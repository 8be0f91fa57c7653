/** Defines the formats of a login id, an e-mail address and a phone number. Source: specification, section 5. */
import { brandOf } from '../kit/brand.ts';
import type { LoginId } from '../kit/brand.ts';

const loginIdLongest = 40;
const loginIdPattern = /^[A-Za-z0-9]+$/;
const loginRule = brandOf(
  'LoginId',
  (text: string) => text.length <= loginIdLongest && loginIdPattern.test(text),
);

/** Accepts English letters and digits only. */
export const isLoginId = (text: string): text is LoginId => loginRule.is(text);

const emailLongest = 254;
const localLongest = 64;
const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

export function isEmail(text: string): boolean {
  return text.length <= emailLongest && text.indexOf('@') <= localLongest && emailPattern.test(text);
}

/** Returns a phone number as it is stored: only the digits, also of those typed in full width. */
export function stripPhone(text: string): string {
  return text.normalize('NFKC').replaceAll(/[^0-9]/g, '');
}
