// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/invoices.ts';
import { texts as ko } from '../../../platform/texts/ko/invoices.ts';
import { CloseDialog } from './close-dialog.tsx';

const hospital = { id: 3, name: 'Lakeside Hospital', type: 'hospital' };
const listOf = (count: number) => ({
  ...{ account_count: 2, unpriced_count: count, correction_count: 0, corrections: [] },
  ...{ without_address: [], unprintable: [] },
  unpriced: Array.from({ length: count }, (_, index) => ({
    ...{
      case_id: index + 1,
      confirmed_at: '2026-10-20T01:00:00.000Z',
      hn_id: `HN26K0000${String(index)}`,
      hospital,
    },
  })),
});

test.each([
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const)(
  '$language: points that appeared after a refusal have to be acknowledged again',
  async ({ language, words }) => {
    let found = 1;
    answerCalls(({ body }) => {
      if (body === null) return Response.json(listOf(found));
      found = 2;
      const refusal = { code: 'billing/checklist', detail: 'Look again.', request_id: 'r' };
      return Response.json(refusal, { status: 406 });
    });
    const user = await showIn(
      language,
      <CloseDialog month="2026-10" monthName="October 2026" onClose={() => undefined} />,
    );
    const box = await screen.findByRole('checkbox');
    const close = () =>
      screen.getByRole('button', { name: words.close.replace('{{month}}', 'October 2026') });
    await user.click(box);
    expect(close()).toHaveProperty('disabled', false);
    await user.click(close());
    expect(await screen.findByText('HN26K00001')).toBeDefined();
    await waitFor(() => expect(screen.getByRole('checkbox')).toHaveProperty('checked', false));
    expect(close()).toHaveProperty('disabled', true);
  },
);
