import { expect, test } from 'vitest';
import { type ProfileDraft, profileFaults, profileUpdate } from './profile-rules.ts';

const draft: ProfileDraft = {
  name: 'Mori Kaede',
  email: 'mori@example.org',
  phone_number: '010-1234 가a',
  current_password: '',
  password: '',
  confirm: '',
};
const mori = { user_id: 'mori', email: 'mori@example.org', has_password: true };
const strong = 'Qv7zXk2mPw9t';

test('without a password none is sent and none is required', () => {
  expect(profileFaults(draft, mori, false)).toEqual({});
  expect(profileUpdate(draft, mori)).toEqual({
    user_id: 'mori',
    name: 'Mori Kaede',
    email: 'mori@example.org',
    phone_number: '0101234',
  });
});

test('empty name and e-mail are not sent', () => {
  expect(profileUpdate({ ...draft, name: ' ', email: '' }, mori)).toEqual({
    user_id: 'mori',
    phone_number: '0101234',
  });
});

test('the confirmation must equal the password, even if only the confirmation is filled', () => {
  const wrong = profileFaults(
    { ...draft, password: strong, confirm: 'x', current_password: 'old' },
    mori,
    false,
  );
  expect(wrong).toEqual({ confirm: 'alert.signup.pwcheck' });
  expect(profileFaults({ ...draft, confirm: 'x' }, mori, false).confirm).toBe('alert.signup.pwcheck');
});

test('a new password needs the present one and follows the rules', () => {
  const set = { ...draft, password: strong, confirm: strong };
  expect(profileFaults(set, mori, false)).toEqual({ current_password: 'alert.required' });
  expect(profileFaults({ ...set, current_password: 'old' }, mori, false)).toEqual({});
  const short = { ...draft, password: 'abc', confirm: 'abc', current_password: 'old' };
  expect(profileFaults(short, mori, false)).toEqual({ password: 'alert.password.length' });
  const foreign = { ...draft, password: 'ä'.repeat(12), confirm: 'ä'.repeat(12), current_password: 'old' };
  expect(profileFaults(foreign, mori, false)).toEqual({ password: 'alert.password.alphabet' });
});

test('a malformed e-mail is marked', () => {
  const broken = { ...draft, email: 'mori@', current_password: 'old' };
  expect(profileFaults(broken, mori, false)).toEqual({ email: 'alert.signup.failformat' });
});

test('a new e-mail address needs the current password and sends it, the same one does not', () => {
  const moved = { ...draft, email: 'kaede@example.org' };
  expect(profileFaults(moved, mori, false)).toEqual({ current_password: 'alert.required' });
  const said = { ...moved, current_password: 'old' };
  expect(profileFaults(said, mori, false)).toEqual({});
  expect(profileUpdate(said, mori)).toMatchObject({ email: 'kaede@example.org', current_password: 'old' });
  expect(profileUpdate(draft, mori)).not.toHaveProperty('current_password');
});

test('a one-time password must be replaced', () => {
  expect(profileFaults(draft, mori, true)).toEqual({ password: 'alert.required' });
});
