// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/shell.ts';
import { texts as enMessages } from '../../platform/texts/en/messages.ts';
import { texts as ja } from '../../platform/texts/ja/shell.ts';
import { texts as jaMessages } from '../../platform/texts/ja/messages.ts';
import { DialogHost } from '../../ui/dialogs/dialog-host.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

const languages = [
  { language: 'en', words: en, say: enMessages },
  { language: 'ja', words: ja, say: jaMessages },
] as const;

async function open(language: 'en' | 'ja') {
  const me = signedInAs();
  const asked = answerCalls(({ path }) => Response.json(path.includes('user/me') ? me : { ok: true }));
  const onClose = vi.fn();
  const user = await showIn(
    language,
    <>
      <ProfileDialog onClose={onClose} />
      <DialogHost />
    </>,
  );
  const puts = () => asked.flatMap(({ path, body }) => (path.includes('user/profile') ? [body] : []));
  return { user, onClose, puts };
}

test.each(languages)(
  '$language: another e-mail address is saved with the current password only',
  async (one) => {
    const { words, say } = one;
    const { user, onClose, puts } = await open(one.language);
    const email = await screen.findByLabelText(words['profile.email']);
    await user.clear(email);
    await user.type(email, 'marsh@hospital.example');
    await user.click(screen.getByRole('button', { name: words['profile.save'] }));
    expect(await screen.findByText(say['alert.required'])).toBeDefined();
    expect(puts()).toEqual([]);
    await user.type(screen.getByLabelText(words['profile.current_password']), 'Quartz6meadow2rain');
    await user.click(screen.getByRole('button', { name: words['profile.save'] }));
    const question = await screen.findByRole('alertdialog', { name: words['editProfile.editQuestion'] });
    expect(puts()).toEqual([]);
    const yes = within(question).getByRole('button', { name: new RegExp(words['profile.save']) });
    await user.click(yes);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(puts()).toEqual([
      {
        user_id: 'doctor',
        name: 'Helen Marsh',
        email: 'marsh@hospital.example',
        phone_number: '0312345678',
        current_password: 'Quartz6meadow2rain',
      },
    ]);
  },
);

test.each(languages)('$language: what is no address is said before anything is asked', async (one) => {
  const { user, puts } = await open(one.language);
  const email = await screen.findByLabelText(one.words['profile.email']);
  await user.clear(email);
  await user.type(email, 'nobody');
  await user.click(screen.getByRole('button', { name: one.words['profile.save'] }));
  expect(await screen.findByText(one.words['editProfile.checkEmail'])).toBeDefined();
  expect(puts()).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText(one.words['editProfile.checkEmail'])).toBeNull());
});
