// @vitest-environment happy-dom
import type { LedgerDay, LedgerFigures } from '@rhythmdesk/contract/ledger';
import { ledgerFigures, ledgerSides } from '@rhythmdesk/domain/integration/ledger';
import { ledgerRoutes } from '@rhythmdesk/contract/ledger';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/ledger.ts';
import { texts as ja } from '../../../platform/texts/ja/ledger.ts';
import { texts as ko } from '../../../platform/texts/ko/ledger.ts';
import { texts as zh } from '../../../platform/texts/zh/ledger.ts';
import { Page } from './ledger-page.tsx';

const hospital = { id: 3, name: 'Central Hospital', type: 'hospital' } as const;
const zeros = Object.fromEntries([...ledgerSides, ...ledgerFigures].map((word) => [word, 0]));

const figures = (counts: Record<string, number>, changes: Partial<LedgerFigures> = {}): LedgerFigures =>
  ledgerRoutes.ledger.output.shape.sums.parse({
    ...{ counts: { ...zeros, ...counts }, signed: 0, notified: 0, channels: [], waiting_since: null },
    unbalanced: [],
    ...changes,
  });
const entry = {
  ...{ figure: 'result-refused', day: '2026-11-20', at: '2026-11-20T01:00:00.000Z', hospital },
  ...{ case_id: 7, hn_id: 'HN000007', message_id: 9, partner_name: 'HIS' },
};

function answer(sums: LedgerFigures, changes: Partial<LedgerDay> = {}) {
  const day = { ...sums, day: '2026-11-20', hospital, closed_at: null, changed: [], ...changes };
  return answerCalls(({ path }) => {
    const { pathname } = new URL(path, 'http://x');
    if (pathname.endsWith('/entries')) return Response.json({ items: [entry], total: 1, page: 1, size: 50 });
    const items = sums.counts.results === 0 ? [] : [day];
    return Response.json({ items, total: items.length, page: 1, size: 50, sums });
  });
}

const show = (language: 'en' | 'ja' | 'ko' | 'zh') => {
  signedInAs({ user_role: { id: 6, role_key: 'CENTER', group_type: 'tech_center', level: 3 } });
  return showIn(language, atAddress('/admin/ledger', <Page />));
};

test.each([
  ['en', en],
  ['ja', ja],
  ['ko', ko],
  ['zh', zh],
] as const)('%s: the page says that everything was acknowledged', async (language, words) => {
  answer(figures({ results: 2, 'result-acknowledged': 2 }));
  await show(language);
  expect(await screen.findByText(words.clear)).toBeDefined();
  expect(await screen.findByText('Central Hospital')).toBeDefined();
});

test('what is open leads to its message and its case', async () => {
  const asked = answer(figures({ results: 2, 'result-acknowledged': 1, 'result-refused': 1 }));
  const user = await show('en');
  expect(await screen.findByText('1 open')).toBeDefined();
  const [button] = await screen.findAllByRole('button', { name: 'Result refused: 1' });
  if (button === undefined) throw new Error('no button');
  await user.click(button);
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findByRole('link', { name: 'HN000007' })).getAttribute('href')).toBe(
    '/detail/7',
  );
  expect(asked.some(({ path }) => path.includes('figure=result-refused'))).toBe(true);
  await user.click(within(dialog).getByRole('button', { name: 'Message 9' }));
  await expect.poll(() => asked.some(({ path }) => path.endsWith('messages/9'))).toBe(true);
});

test('a total that is not its sum, or that changed after its day was closed, is named', async () => {
  answer(figures({ results: 3, 'result-acknowledged': 2 }, { unbalanced: ['results'] }), {
    changed: [{ side: 'orders', closed: 4 }],
  });
  await show('en');
  expect((await screen.findAllByText('The numbers do not add up')).length).toBeGreaterThan(0);
  expect(screen.queryByText(en.clear)).toBeNull();
  expect(screen.getByText('Changed since the day was closed: Order messages received, then 4')).toBeDefined();
});

test('a period without anything says so', async () => {
  answer(figures({}));
  await show('en');
  expect(await screen.findByText('Nothing happened')).toBeDefined();
});
