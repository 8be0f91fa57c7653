// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/dialogs.ts';
import { texts as ja } from '../../platform/texts/ja/dialogs.ts';
import { DialogHost } from './dialog-host.tsx';
import { dialogs } from './dialogs.ts';
import * as frames from './load-frames.ts';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

const gone = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

test.each(languages)(
  '$language: an alert has title, message and one button, and is 400 wide',
  async (one) => {
    const user = await showIn(one.language, <DialogHost />);
    const closed = dialogs.alert({ title: 'Dormant', message: 'It was not used for long.' });
    const dialog = await screen.findByRole('alertdialog', { name: 'Dormant' });
    expect(within(dialog).getByText('It was not used for long.')).toBeDefined();
    expect(dialog.style.maxWidth).toBe('400px');
    expect(within(dialog).getAllByRole('button')).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: one.words.ok }));
    await closed;
    await gone();
  },
);

test.each(languages)('$language: a question is answered with yes or no; Escape means no', async (one) => {
  const user = await showIn(one.language, <DialogHost />);
  const first = dialogs.confirm({
    message: 'Delete it?',
    confirmText: one.words.yes,
    cancelText: one.words.no,
  });
  await user.click(await screen.findByRole('button', { name: new RegExp(one.words.yes) }));
  expect(await first).toBe(true);
  const second = dialogs.confirm({ message: 'Delete that?' });
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${one.words.cancel}`) }));
  expect(await second).toBe(false);
  const third = dialogs.confirm({ message: 'And that?' });
  await screen.findByRole('alertdialog', { name: 'And that?' });
  await user.keyboard('{Escape}');
  expect(await third).toBe(false);
  await gone();
});

test('a persistent dialog stays on Escape', async () => {
  const user = await showIn('en', <DialogHost />);
  let answered = false;
  const alert = dialogs.alert({ message: 'Deleted.', persistent: true }).then(() => {
    answered = true;
  });
  await screen.findByRole('alertdialog');
  await user.keyboard('{Escape}');
  expect(answered).toBe(false);
  await user.click(screen.getByRole('button', { name: en.ok }));
  await alert;
  await gone();
});

test('a prompt has its label, default, placeholder, kind and texts, is 400 wide, can always be cancelled, and stays on Escape', async () => {
  const user = await showIn('en', <DialogHost />);
  const answer = dialogs.prompt({
    maxLength: 80,
    title: 'Return',
    message: 'Why?',
    label: 'Reason',
    defaultValue: 'noise',
    placeholder: 'in a few words',
    confirmText: 'Return it',
    cancelText: 'Keep it',
  });
  const dialog = await screen.findByRole('alertdialog', { name: 'Return' });
  expect(dialog.style.maxWidth).toBe('400px');
  expect(within(dialog).getByText('Why?')).toBeDefined();
  const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Reason' });
  expect([field.value, field.placeholder]).toEqual(['noise', 'in a few words']);
  expect(within(dialog).getByRole('button', { name: 'Return it' })).toBeDefined();
  await user.keyboard('{Escape}');
  await user.click(within(dialog).getByRole('button', { name: 'Keep it' }));
  expect(await answer).toBeNull();
  const secret = dialogs.prompt({ title: 'Complete', label: 'Password', type: 'password', maxLength: 80 });
  const hidden = await screen.findByLabelText<HTMLInputElement>('Password');
  expect(hidden.type).toBe('password');
  await user.type(hidden, 'Quartz6{Enter}');
  expect(await secret).toBe('Quartz6');
  await gone();
});

test('a dialog whose code cannot be loaded leaves the page as it is, and the next one is shown', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const load = vi.spyOn(frames, 'loadFrames').mockRejectedValueOnce(new TypeError('no network'));
  onTestFinished(() => {
    logged.mockRestore();
    load.mockRestore();
  });
  const page = (
    <>
      <input aria-label="Name" />
      <DialogHost />
    </>
  );
  const user = await showIn('en', page);
  await user.type(await screen.findByLabelText('Name'), 'Harbour');
  await dialogs.alert({ message: 'The server cannot be reached.' });
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Harbour');
  const next = dialogs.alert({ message: 'Saved.' });
  await user.click(await screen.findByRole('button', { name: en.ok }));
  await next;
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Harbour');
});
