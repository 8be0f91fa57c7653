// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/users.ts';
import { texts as ja } from '../../../platform/texts/ja/users.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { ResetFactors } from './reset-factors.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

test.each(languages)('$language: second factors are reset after a question, and only then', async (one) => {
  signedInAs();
  const calls = answerCalls(() => Response.json({ ok: true }));
  const onReset = vi.fn();
  const user = await showIn(
    one.language,
    <>
      <ResetFactors user={{ id: 9, name: 'Mori Kaede', user_id: 'mori1174' }} onReset={onReset} />
      <DialogHost />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: one.words['factors.reset'] }));
  const title = one.words['factors.title'].replace('{{name}}', 'Mori Kaede');
  const question = await screen.findByRole('alertdialog', { name: title });
  expect(question.textContent).toContain('mori1174');
  expect(calls).toEqual([]);
  await user.click(within(question).getByRole('button', { name: one.words['factors.go'] }));
  await waitFor(() => expect(onReset).toHaveBeenCalled());
  expect(calls.map(({ path }) => path)).toEqual([expect.stringContaining('user/user/9/factors')]);
});
