// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../platform/test-page.tsx';
import { Page } from './billings-page.tsx';

test('a page of the billing behind the last one leads to the last one', async () => {
  signedInAs({ user_role: { id: 8, role_key: 'ADMIN', group_type: 'admin', level: 5 } });
  const pages: (string | null)[] = [];
  answerCalls(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'https://rhythmdesk.example');
    if (!pathname.endsWith('billing/billings')) return Response.json({ items: [] });
    pages.push(searchParams.get('page'));
    const none = { items: [], total: 100, size: 100, page: Number(searchParams.get('page')) };
    return Response.json({ ...none, totals: [], count: 0, unpriced: 0, time_zone: 'Asia/Seoul' });
  });
  await showIn('en', atAddress('/billing?page=2', <Page />));
  await waitFor(() => expect(pages).toEqual(['2', '1']));
});
