// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { errorFromAnswer } from '../../platform/client/api-error.ts';
import { showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as enFrame } from '../../platform/texts/en/dialogs.ts';
import { texts as en } from '../../platform/texts/en/messages.ts';
import { texts as jaFrame } from '../../platform/texts/ja/dialogs.ts';
import { texts as ja } from '../../platform/texts/ja/messages.ts';
import { DialogHost } from '../dialogs/dialog-host.tsx';
import { showFault } from './show-fault.ts';

const languages = [
  { language: 'en', words: en, frame: enFrame },
  { language: 'ja', words: ja, frame: jaFrame },
] as const;

const failed = (status: number, detail = '') =>
  errorFromAnswer(status, { code: 'x/y', detail, request_id: 'r-12' }, new Headers());

const catalogue = [
  [401, 'alert.check-authentication'],
  [404, 'alert.not-found'],
  [410, 'alert.no-resource'],
  [416, 'alert.no-report'],
  [422, 'alert.mandatory-missing'],
  [500, 'alert.server-failure'],
] as const;

test.each(languages)('$language: each status is alerted with the text of the catalogue', async (one) => {
  const user = await showIn(one.language, <DialogHost />);
  for (const [status, key] of catalogue) {
    const shown = showFault(failed(status));
    await screen.findByRole('alertdialog', { name: one.words[key] });
    expect(screen.queryByText(/r-12/) !== null).toBe(status === 500);
    await user.click(screen.getByRole('button', { name: one.frame.ok }));
    await shown;
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  const worded = showFault(failed(406, 'The case is closed.'));
  await screen.findByRole('alertdialog', { name: 'The case is closed.' });
  await user.click(screen.getByRole('button', { name: one.frame.ok }));
  await worded;
});

test.each(languages)('$language: a 409 is alerted in the server’s words, or as a conflict', async (one) => {
  const user = await showIn(one.language, <DialogHost />);
  for (const [detail, words] of [
    ['The address is taken.', 'The address is taken.'],
    ['', one.words['alert.conflict']],
  ] as const) {
    const shown = showFault(failed(409, detail));
    await screen.findByRole('alertdialog', { name: words });
    await user.click(screen.getByRole('button', { name: one.frame.ok }));
    await shown;
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
});

test('a lost session shows nothing here', async () => {
  await showIn('en', <DialogHost />);
  await showFault(failed(403));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test.each([
  { role_key: 'ADMIN', level: 5, says: en['alert.user-failure'] },
  { role_key: 'CENTER', level: 3, says: en['alert.user-failure'] },
  { role_key: 'DOCTOR', level: 1, says: en['alert.not-found'] },
] as const)('a missing user: $role_key gets a text', async ({ role_key, level, says }) => {
  signedInAs({ user_role: { id: 1, role_key, group_type: 'admin', level } });
  const user = await showIn('en', <DialogHost />);
  const shown = showFault(failed(404), 'user');
  await screen.findByRole('alertdialog', { name: says });
  await user.click(screen.getByRole('button', { name: enFrame.ok }));
  await shown;
});
