// @vitest-environment happy-dom
import type { InvoiceAccount } from '@rhythmdesk/contract/invoices';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { AccountRows } from './account-rows.tsx';

const hospital = { id: 3, name: 'みなと総合病院', type: 'hospital' } as const;
const center = { id: 4, name: '東京センター', type: 'tech_center' } as const;
const row = {
  ...{ kind: 'case', case_id: 7, hn_id: 'HN26K00007', hospital, tech_center: center },
  ...{ patient_id: 'P-100423', priority: 'urgent', length_class: 'up_to_48_h' },
  ...{ worn_from: '2026-11-02', worn_until: '2026-11-03' },
  ...{ uploaded_at: '2026-11-04T01:05:00.000Z', started_at: '2026-11-04T02:10:00.000Z' },
  ...{ confirmed_at: '2026-11-04T03:15:00.000Z', currency: 'JPY', amount_minor: 9000, adjustment: null },
};
const account: InvoiceAccount = {
  ...{ hospital, issuer: center, currency: 'JPY', case_count: 1, urgent_count: 1, adjustment_count: 0 },
  ...{
    cases_minor: 9000,
    adjustments_minor: 0,
    net_minor: 9000,
    is_closed: false,
    invoice: null,
    earlier: [],
  },
};

test.each([
  { language: 'en', words: ['Patient P-100423', 'Urgent', 'Uploaded 4 Nov, 10:05', 'Started 4 Nov, 11:10'] },
  {
    language: 'ja',
    words: ['患者 P-100423', '至急', 'アップロード 11月4日 10:05', '解析開始 11月4日 11:10'],
  },
] as const)(
  '$language: a row of an invoice has patient ID, priority, and when it was uploaded and started',
  async ({ language, words }) => {
    answerCalls(() => Response.json({ items: [row], total: 1, page: 1, size: 25 }));
    await showIn(language, <AccountRows account={account} month="2026-11" timeZone="Asia/Tokyo" />);
    for (const text of words) expect(await screen.findByText(text)).toBeDefined();
  },
);
