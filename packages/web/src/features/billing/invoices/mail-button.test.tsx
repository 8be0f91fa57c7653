// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { dialogs } from '../../../ui/dialogs/dialogs.ts';
import { MailButton } from './mail-button.tsx';
import type { IssuedInvoice } from './state-tag.tsx';

const to = 'accounts@hospital.example';
const invoice: IssuedInvoice = {
  invoice_id: 31,
  number: 'TEC0001-2026-10-0003',
  edition: 1,
  issued_on: '2026-11-01',
  due_on: '2026-11-30',
  tax_rate_bp: 1000,
  tax_minor: 1_000,
  total_minor: 11_000,
  state: 'open',
  state_on: '2026-11-01',
  mail_to: to,
};

async function show(part: Partial<IssuedInvoice> = {}, language: 'en' | 'ko' = 'en') {
  const calls = answerCalls(() => Response.json({ to }, { status: 201 }));
  const shown = (
    <>
      <MailButton invoice={{ ...invoice, ...part }} />
      <DialogHost />
    </>
  );
  onTestFinished(() => dialogs.dismissAll());
  const user = await showIn(language, shown);
  return { user, sent: () => calls.filter(({ body }) => body !== null) };
}

test('the question shows the address, and the mail is sent only to it', async () => {
  const { user, sent } = await show();
  await user.click(await screen.findByRole('button', { name: 'Send by mail' }));
  const dialog = await screen.findByRole('alertdialog', { description: new RegExp(to) });
  expect(dialog.textContent).not.toContain('paid');
  expect(sent()).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Send by mail' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ invoice_id: 31, to });
});

test.each([
  { language: 'en', words: /Marked as paid on .*14.*The mail still requests the amount/ },
  { language: 'ko', words: /14.* 입금된 청구서/ },
] as const)(
  '$language: for a paid invoice the question says so, with the day',
  async ({ language, words }) => {
    const { user } = await show({ state: 'paid', state_on: '2026-11-14' }, language);
    await user.click(await screen.findByRole('button'));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toMatch(words);
    expect(dialog.textContent).toContain(to);
  },
);

test('without an address the button is disabled', async () => {
  await show({ mail_to: '' });
  expect(await screen.findByRole('button', { name: 'Send by mail' })).toHaveProperty('disabled', true);
});
