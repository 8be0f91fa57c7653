import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import { expect, test } from 'vitest';
import { oneTimePassword } from './one-time-password.ts';

test('it follows the password rules and is never the same', () => {
  const made = Array.from({ length: 200 }, () => oneTimePassword());
  expect(new Set(made).size).toBe(200);
  for (const password of made) expect([password, passwordFault(password, 'saito')]).toEqual([password, null]);
});

test('bytes that would favour a character are drawn again', () => {
  let call = 0;
  const password = oneTimePassword((bytes) => {
    bytes.fill(call === 0 ? 255 : 0);
    call += 1;
  });
  expect([password, call]).toEqual(['A'.repeat(16), 2]);
});
