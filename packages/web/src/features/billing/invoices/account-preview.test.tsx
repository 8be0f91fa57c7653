// @vitest-environment happy-dom
import type { InvoiceAccount } from '@rhythmdesk/contract/invoices';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/invoices.ts';
import { texts as ja } from '../../../platform/texts/ja/invoices.ts';
import { texts as ko } from '../../../platform/texts/ko/invoices.ts';
import { texts as zh } from '../../../platform/texts/zh/invoices.ts';
import { AccountPreview } from './account-preview.tsx';

const none = (): void => undefined;

const account: InvoiceAccount = {
  hospital: { id: 3, name: 'Lakeside Hospital', type: 'hospital' },
  issuer: { id: 4, name: 'Reading Center', type: 'tech_center' },
  ...{ currency: 'EUR', case_count: 1, urgent_count: 0, adjustment_count: 0, cases_minor: 10_000 },
  ...{ adjustments_minor: 0, net_minor: 10_000, is_closed: true, earlier: [] },
  invoice: {
    ...{ invoice_id: 9, number: 'RC-2026-10-0001', edition: 1, issued_on: '2026-11-01' },
    ...{ due_on: '2026-11-30', tax_rate_bp: 810, tax_minor: 810, total_minor: 10_810 },
    ...{ state: 'open', state_on: '2026-11-01', mail_to: '' },
  },
};

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
  { language: 'ko', words: ko },
  { language: 'zh', words: zh },
] as const)('$language: the tax rate is shown as it was calculated', async ({ language, words }) => {
  signedInAs();
  answerCalls(() => Response.json({ items: [], total: 0, page: 1, size: 25 }));
  await showIn(
    language,
    <AccountPreview
      account={account}
      month="2026-10"
      monthName="October 2026"
      timeZone="Europe/Zurich"
      today="2026-11-02"
      onStep={none}
      onClose={none}
    />,
  );
  expect(await screen.findByText(words.tax.replace('{{rate}}', '8.1'))).toBeDefined();
});
