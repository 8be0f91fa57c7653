// @vitest-environment happy-dom
/** Tests what the profile dialog sends and when, rule by rule. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as words } from '../../platform/texts/en/shell.ts';
import { texts as say } from '../../platform/texts/en/messages.ts';
import { DialogHost } from '../../ui/dialogs/dialog-host.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

async function open() {
  const me = signedInAs();
  const apiCalls = answerCalls(({ path }) => Response.json(path.includes('user/me') ? me : { ok: true }));
  const onClose = vi.fn();
  const user = await showIn(
    'en',
    <>
      <ProfileDialog onClose={onClose} />
      <DialogHost />
    </>,
  );
  const field = (label: string) => screen.findByLabelText(label);
  const put = async (label: string, text: string) => {
    const input = await field(label);
    await user.clear(input);
    if (text !== '') await user.type(input, text);
    return input;
  };
  const save = async () => {
    await user.click(screen.getByRole('button', { name: words['profile.save'] }));
    const question = await screen.findByRole('alertdialog', { name: words['editProfile.editQuestion'] });
    await user.click(within(question).getByRole('button', { name: new RegExp(words['profile.save']) }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  };
  const sent = () => apiCalls.flatMap(({ path, body }) => (path.includes('user/profile') ? [body] : []));
  const paths = () => apiCalls.map(({ path }) => path);
  return { user, put, save, sent, paths, onClose };
}

test('the phone number loses letters, Korean characters, punctuation and spaces as it is typed', async () => {
  const { put, save, sent } = await open();
  const input = await put(words['profile.phone_number'], '+82 (10) 가나다1234-5678 abc');
  expect(input).toHaveProperty('value', '821012345678');
  await save();
  expect(sent()).toMatchObject([{ phone_number: '821012345678' }]);
});

test('an empty name and an empty e-mail address are not sent, nor is an untyped password', async () => {
  const { put, save, sent } = await open();
  await put(words['profile.name'], '');
  await put(words['profile.email'], '');
  await save();
  expect(sent()).toEqual([{ user_id: 'doctor', phone_number: '0312345678' }]);
});

test('a different confirmation is reported by its key, and nothing is requested or sent', async () => {
  const { user, put, sent, onClose } = await open();
  await put(words['profile.current_password'], 'tidal7Marble9quiet');
  await put(words['profile.password'], 'Quartz6meadow2rain');
  await put(words['profile.confirm'], 'Quartz6meadow2snow');
  await user.click(screen.getByRole('button', { name: words['profile.save'] }));
  expect(await screen.findByText(say['alert.signup.pwcheck'])).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect([sent(), onClose.mock.calls]).toEqual([[], []]);
});

test('a confirmation alone requires its password', async () => {
  const { user, put, sent } = await open();
  await put(words['profile.confirm'], 'Quartz6meadow2rain');
  await user.click(screen.getByRole('button', { name: words['profile.save'] }));
  expect(await screen.findByText(say['alert.signup.pwcheck'])).toBeDefined();
  expect(sent()).toEqual([]);
});

test('a new password is sent with the current one, and the user is loaded again afterwards', async () => {
  const { put, save, sent, paths } = await open();
  await put(words['profile.current_password'], 'tidal7Marble9quiet');
  await put(words['profile.password'], 'Quartz6meadow2rain');
  await put(words['profile.confirm'], 'Quartz6meadow2rain');
  await save();
  expect(sent()).toMatchObject([{ password: 'Quartz6meadow2rain', current_password: 'tidal7Marble9quiet' }]);
  const saved = paths().findIndex((path) => path.includes('user/profile'));
  expect(
    paths()
      .slice(saved + 1)
      .some((path) => path.includes('user/me')),
  ).toBe(true);
});
