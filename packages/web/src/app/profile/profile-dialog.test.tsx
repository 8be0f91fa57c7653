// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../platform/test-page.tsx';
import { sessionState } from '../../platform/session/session-state.ts';
import { texts as enFrame } from '../../platform/texts/en/dialogs.ts';
import { texts as jaFrame } from '../../platform/texts/ja/dialogs.ts';
import { texts as en } from '../../platform/texts/en/shell.ts';
import { texts as enMessages } from '../../platform/texts/en/messages.ts';
import { texts as ja } from '../../platform/texts/ja/shell.ts';
import { texts as jaMessages } from '../../platform/texts/ja/messages.ts';
import { DialogHost } from '../../ui/dialogs/dialog-host.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

const languages = [
  { language: 'en', words: en, say: enMessages, frame: enFrame },
  { language: 'ja', words: ja, say: jaMessages, frame: jaFrame },
] as const;

const refusal = { code: 'user/wrong-password', detail: 'The password is wrong.', request_id: 'r' };

async function open(language: 'en' | 'ja', status = 200) {
  const me = signedInAs();
  const calls = answerCalls(({ path }) =>
    path.includes('user/me')
      ? Response.json(me)
      : Response.json(status === 200 ? { ok: true } : refusal, { status }),
  );
  const onClose = vi.fn();
  const user = await showIn(
    language,
    <>
      <ProfileDialog onClose={onClose} />
      <DialogHost />
    </>,
  );
  const puts = () => calls.flatMap(({ path, body }) => (path.includes('user/profile') ? [body] : []));
  return { user, onClose, puts, calls };
}

test.each(languages)(
  '$language: another e-mail address is saved only with the current password',
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

test.each(languages)(
  '$language: an invalid address is reported before the password is requested',
  async (one) => {
    const { user, puts } = await open(one.language);
    const email = await screen.findByLabelText(one.words['profile.email']);
    await user.clear(email);
    await user.type(email, 'nobody');
    await user.click(screen.getByRole('button', { name: one.words['profile.save'] }));
    expect(await screen.findByText(one.words['editProfile.checkEmail'])).toBeDefined();
    expect(puts()).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText(one.words['editProfile.checkEmail'])).toBeNull());
  },
);

test.each(languages)(
  '$language: password, confirmation, name, e-mail, phone, Save and Close, at most 800 wide',
  async (one) => {
    const { words } = one;
    const { user, onClose } = await open(one.language);
    const dialog = await screen.findByRole('dialog', { name: words['profile.title'] });
    expect(dialog.style.maxWidth).toBe('800px');
    for (const field of ['password', 'confirm', 'name', 'email', 'phone_number'] as const)
      expect(within(dialog).getByLabelText(words[`profile.${field}`])).toBeDefined();
    const phone = within(dialog).getByLabelText<HTMLInputElement>(words['profile.phone_number']);
    await user.clear(phone);
    await user.type(phone, '+82 (2) 전화abc-555.0100');
    expect(phone.value).toMatch(/^\+?8225550100$/);
    expect(within(dialog).getByRole('button', { name: words['profile.save'] })).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: one.frame.close }));
    expect(onClose).toHaveBeenCalledOnce();
  },
);

test.each(languages)('$language: a cancelled save closes the dialog and sends nothing', async (one) => {
  const { user, onClose, puts } = await open(one.language);
  await user.click(await screen.findByRole('button', { name: one.words['profile.save'] }));
  const question = await screen.findByRole('alertdialog', { name: one.words['editProfile.editQuestion'] });
  await user.click(within(question).getByRole('button', { name: new RegExp(`^${one.frame.cancel}`) }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(puts()).toEqual([]);
});

test.each(languages)('$language: a refused save says why and keeps what was typed', async (one) => {
  const { user, onClose, puts } = await open(one.language, 406);
  await user.type(await screen.findByLabelText(one.words['profile.name']), ' Junior');
  await user.click(await screen.findByRole('button', { name: one.words['profile.save'] }));
  const question = await screen.findByRole('alertdialog', { name: one.words['editProfile.editQuestion'] });
  await user.click(within(question).getByRole('button', { name: new RegExp(one.words['profile.save']) }));
  await screen.findByRole('alertdialog', { name: 'The password is wrong.' });
  await user.click(screen.getByRole('button', { name: one.frame.ok }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText(one.words['profile.name'])).toHaveProperty('value', 'Helen Marsh Junior');
  expect(onClose).not.toHaveBeenCalled();
  expect(puts()).toHaveLength(1);
});

test.each(languages)('$language: a deleted account is reported until OK, which signs out', async (one) => {
  const { user, calls } = await open(one.language);
  await user.click(await screen.findByRole('button', { name: one.words['profile.withdraw'] }));
  const question = await screen.findByRole('alertdialog', { name: one.words['profile.withdraw'] });
  expect(within(question).getByRole('button', { name: new RegExp(`^${one.frame.no}`) })).toBeDefined();
  await user.click(within(question).getByRole('button', { name: one.frame.yes }));
  const password = await screen.findByRole('alertdialog', { name: one.words['profile.withdraw'] });
  await user.type(
    within(password).getByLabelText(one.words['profile.current_password']),
    'Quartz6meadow2rain{Enter}',
  );
  await screen.findByRole('alertdialog', { name: one.words['profile.withdrawn'] });
  expect(calls.at(-1)).toMatchObject({ body: { user_id: 7, password: 'Quartz6meadow2rain' } });
  await user.keyboard('{Escape}');
  expect(sessionState().kind).toBe('signed-in');
  await user.click(screen.getByRole('button', { name: one.frame.ok }));
  await waitFor(() => expect(sessionState()).toEqual({ kind: 'signed-out', reason: 'deleted' }));
});
