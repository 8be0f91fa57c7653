/**
 * Checks passwords. A password uses the specification's alphabet and has 12 to 128 characters. It does not contain the
 * user id, the product's name or a well-known phrase, and is not common. A common password consists only of well-known
 * words, runs, repeats, years and a short tail, with the usual letter swaps undone (`P@$$w0rd2024`). Such passwords are
 * at the top of every leaked list, and there are too many of them for a plain list. Source: specification, section 5;
 * decisions, section 5; NIST SP 800-63B, 5.1.1.2.
 */
import type { RefusalCode } from '../kit/refusal.ts';

const passwordLength = { min: 12, max: 128 } as const;
const alphabet = /^[A-Za-z0-9!@$%]*$/;

const words = [
  'password',
  'passwort',
  'passwd',
  'pass',
  'welcome',
  'letmein',
  'login',
  'admin',
  'administrator',
  'root',
  'master',
  'secret',
  'changeme',
  'default',
  'guest',
  'test',
  'user',
  'hello',
  'iloveyou',
  'love',
  'princess',
  'sunshine',
  'football',
  'baseball',
  'basketball',
  'superman',
  'batman',
  'dragon',
  'monkey',
  'shadow',
  'michael',
  'jordan',
  'charlie',
  'trustno',
  'whatever',
  'starwars',
  'computer',
  'internet',
  'google',
  'hospital',
  'doctor',
  'nurse',
  'clinic',
  'heart',
  'patient',
  'medical',
  'korea',
  'seoul',
  'japan',
  'tokyo',
  'summer',
  'winter',
  'spring',
  'autumn',
  'january',
  'monday',
  'friday',
  'access',
  'temp',
  'my',
  'the',
  'is',
] as const;

/** Phrases that guessing tools try as a whole: lines and sayings. They are refused anywhere in a password. */
const phrases = [
  'correcthorsebattery',
  'horsebatterystaple',
  'thequickbrownfox',
  'tobeornottobe',
  'maytheforcebewithyou',
  'opensesame',
  'onceuponatime',
  'iamyourfather',
  'imissyousomuch',
  'iloveyouforever',
  'godblessamerica',
  'jesusislord',
  'happybirthday',
  'merrychristmas',
  'loremipsum',
  'hakunamatata',
  'abracadabra',
  'rocknroll',
  'goodmorning',
  'letmeinplease',
  'mypasswordis',
  'donottouch',
  'saranghae',
  'annyeonghaseyo',
  'konnichiwa',
  'ganbatte',
  'woaini',
] as const;

/** The product's name, which every page shows. */
const productNames = ['rhythmdesk', 'rhythmdsk'] as const;
/** Shorter ids are in too many words to be recognised as the id. */
const shortestIdHeld = 4;

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  '012345678901234567890',
  '!@$%',
] as const;

const swaps: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '!': 'i',
  '5': 's',
};
const unswap = (plain: string): string =>
  Array.from(plain, (character) => swaps[character] ?? character).join('');

const longestTail = 4;
const shortestRun = 3;

const reversed = (text: string): string => Array.from(text).reverse().join('');
const runSources: readonly string[] = rows.flatMap((row) => [row, reversed(row)]);

/** Returns how many characters from `at` on are a run along a keyboard row, the alphabet or the digits. */
function runLength(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length) {
    const piece = text.slice(at, at + length + 1);
    if (!runSources.some((source) => source.includes(piece))) break;
    length += 1;
  }
  return length >= shortestRun ? length : 0;
}

/** Returns how many characters from `at` on repeat the text before `at`, in units of 1 to 6 characters. */
function repeatLength(text: string, at: number): number {
  let longest = 0;
  for (let unit = 1; unit <= Math.min(6, at); unit += 1) {
    let length = 0;
    while (at + length < text.length && text[at + length] === text[at + length - unit]) length += 1;
    if (length >= unit && length > longest) longest = length;
  }
  return longest;
}

function wordLength(plain: string, unswapped: string, at: number): number {
  const lengths = words
    .filter((word) => plain.startsWith(word, at) || unswapped.startsWith(word, at))
    .map((word) => word.length);
  return Math.max(0, ...lengths);
}

const yearLength = (text: string, at: number): number => (/^(19|20)\d\d/.test(text.slice(at)) ? 4 : 0);

/** Checks whether the password is only guessable pieces and at most a short tail of anything else. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  const unswapped = unswap(plain);
  let unexplained = 0;
  let at = 0;
  while (at < plain.length) {
    const explained = Math.max(
      wordLength(plain, unswapped, at),
      runLength(plain, at),
      repeatLength(plain, at),
      yearLength(plain, at),
    );
    if (explained === 0) unexplained += 1;
    at += Math.max(1, explained);
  }
  return unexplained <= longestTail;
}

/** Checks whether the password contains the word forwards, backwards or with the usual letter swaps. */
function holdsWord(password: string, word: string): boolean {
  const plain = password.toLowerCase();
  return plain.includes(word) || reversed(plain).includes(word) || unswap(plain).includes(unswap(word));
}

function holdsName(password: string, user_id: string): boolean {
  const id = user_id.toLowerCase();
  if (password.toLowerCase() === id) return true;
  const names = id.length < shortestIdHeld ? productNames : [id, ...productNames];
  return names.some((name) => holdsWord(password, name));
}

const holdsPhrase = (password: string): boolean => phrases.some((phrase) => holdsWord(password, phrase));

export type PasswordRule = 'length' | 'alphabet' | 'not_id' | 'not_common';

/**
 * Returns the result of each rule, for display while a password is typed. All are true if `passwordFault` returns null.
 */
export function passwordRules(password: string, user_id: string): Readonly<Record<PasswordRule, boolean>> {
  return {
    length: password.length >= passwordLength.min && password.length <= passwordLength.max,
    alphabet: alphabet.test(password),
    not_id: !holdsName(password, user_id),
    not_common: !holdsPhrase(password) && !isCommonPassword(password),
  };
}

/** Returns why this password may not be set for the user with this login id; `null` if it may. */
export function passwordFault(password: string, user_id: string): RefusalCode | null {
  if (!alphabet.test(password)) return 'user/password-alphabet';
  if (password.length < passwordLength.min) return 'user/password-short';
  if (password.length > passwordLength.max) return 'user/password-long';
  if (holdsName(password, user_id)) return 'user/password-is-id';
  return holdsPhrase(password) || isCommonPassword(password) ? 'user/password-common' : null;
}
