import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmail, isLoginId, stripPhone } from './contact.ts';
import { isCommonPassword, passwordFault, passwordRules } from './passwords.ts';

test('a password has an alphabet and a length, and is not the user id', () => {
  expect(passwordFault('kR7%vTq2mZx9', 'demo')).toBeNull();
  expect(passwordFault('kR7%vTq2mZx', 'demo')).toBe('user/password-short');
  expect(passwordFault('kR7%vTq2 mZx9', 'demo')).toBe('user/password-alphabet');
  expect(passwordFault('kR7-vTq2mZx9', 'demo')).toBe('user/password-alphabet');
  expect(passwordFault('비밀번호비밀번호비밀번호', 'demo')).toBe('user/password-alphabet');
  expect(passwordFault('kR7%vTq2mZx9'.repeat(11), 'demo')).toBe('user/password-long');
  expect(passwordFault('ZebraVioletQx', 'zebravioletqx')).toBe('user/password-is-id');
});

test('the most common leaked passwords are refused', () => {
  for (const password of [
    'password1234',
    'Password123!',
    'P@$$w0rd2024',
    'P@ssw0rd1234!',
    'qwertyuiop12',
    'qwerty123456',
    '123456789012',
    '987654321098',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '1q2w3e4r5t6y',
    'iloveyou1234',
    'Hospital2024!',
    'welcome12345',
    'adminadmin123',
    '!@$%!@$%!@$%',
    '19501950195019',
  ]) {
    expect([password, passwordFault(password, 'demo')]).toEqual([password, 'user/password-common']);
  }
});

test('the user id, the product’s name and well-known sequences are refused in any position', () => {
  for (const [password, user_id] of [
    ['xq7Tanaka1954vb', 'tanaka1954'],
    ['xq7%4591akanatvb', 'tanaka1954'],
    ['vT@n@ka1954zq', 'tanaka1954'],
    ['Vio7RhythmDesk', 'demo'],
    ['zq7Rhythmd3skVio', 'demo'],
    ['xkdemochief7Qv', 'demochief'],
  ] as const) {
    expect([password, passwordFault(password, user_id)]).toEqual([password, 'user/password-is-id']);
  }
  for (const password of [
    'correcthorsebatterystaple',
    'vx7TheQuickBrownFox',
    'T0be0rN0tT0bexq',
    'Qv7saranghaeTx',
  ]) {
    expect([password, passwordFault(password, 'demo')]).toEqual([password, 'user/password-common']);
  }
  expect(passwordFault('Gondola4Thimble%', 'ola')).toBeNull();
});

test('random passwords and uncommon phrases pass', () => {
  for (const password of ['Gondola4Thimble%', '83920174650218', 'vioRxnq7Ltbe']) {
    expect([password, passwordFault(password, 'demo')]).toEqual([password, null]);
  }
});

test('the check ends for any text of the alphabet, and a repeated short text counts as common', () => {
  const letters = fc.constantFrom(...Array.from('abcdefXYZ0189!@$%'));
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 3, max: 30 }),
      (unit, n) => {
        expect(isCommonPassword(unit.join('').repeat(n))).toBe(true);
      },
    ),
  );
});

test('login ids, e-mail addresses and phone numbers have their forms', () => {
  for (const id of ['demoadmin', 'A1', 'x'.repeat(40)]) expect(isLoginId(id)).toBe(true);
  for (const id of ['', 'a b', 'a-b', 'ä', '김', 'x'.repeat(41), 'a\n']) expect(isLoginId(id)).toBe(false);
  for (const email of ['a@b.kr', 'first.last+tag@sub.hospital.or.kr', "o'neil@x.org"]) {
    expect(isEmail(email)).toBe(true);
  }
  for (const email of [
    'a@b',
    'a b@c.de',
    'a@@b.de',
    '.a@b.de',
    'a..b@c.de',
    'a@-b.de',
    'a@b.d',
    `${'a'.repeat(65)}@b.de`,
  ]) {
    expect(isEmail(email)).toBe(false);
  }
  expect(stripPhone('010-1234 5678 (집) ext.9')).toBe('010123456789');
  expect(stripPhone('０９０－１２３４－５６７８')).toBe('09012345678');
});

test('each single rule is met exactly if no fault is found', () => {
  const broken = (password: string, user_id: string) =>
    Object.entries(passwordRules(password, user_id)).flatMap(([rule, holds]) => (holds ? [] : [rule]));
  expect(broken('kR7%vTq2mZx9', 'demo')).toEqual([]);
  expect(broken('kR7#', 'demo')).toEqual(['length', 'alphabet', 'not_common']);
  expect(broken('Takeda0412takes', 'takeda0412TAKES')).toEqual(['not_id']);
  expect(broken('Password2024!', 'demo')).toEqual(['not_common']);
  for (const password of [
    'kR7%vTq2mZx9',
    'short',
    'has space in it 123',
    'x'.repeat(129),
    'Password2024!',
    'demo',
  ])
    expect(broken(password, 'demo').length === 0).toBe(passwordFault(password, 'demo') === null);
});
