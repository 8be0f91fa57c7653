// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/lists.ts';
import { Pager } from './pager.tsx';

test('a page behind the last one, whose rows are gone, leads to the last one', async () => {
  const onPage = vi.fn();
  await showIn('en', <Pager page={{ items: [], total: 100, page: 3, size: 50 }} onPage={onPage} />);
  await waitFor(() => expect(onPage.mock.calls).toEqual([[2, 'replace']]));
  expect(screen.queryByRole('status')).toBeNull();
});

test('the steps lead to the pages beside; the first page of an empty list has none', async () => {
  const onPage = vi.fn();
  const page = { items: [1], total: 101, page: 2, size: 50 };
  const user = await showIn('en', <Pager page={page} onPage={onPage} />);
  await user.click(await screen.findByRole('button', { name: en['page.previous'] }));
  await user.click(screen.getByRole('button', { name: en['page.next'] }));
  expect(onPage.mock.calls).toEqual([
    [1, 'push'],
    [3, 'push'],
  ]);
});

test('an empty list stays on its first page', async () => {
  const onPage = vi.fn();
  await showIn('en', <Pager page={{ items: [], total: 0, page: 1, size: 50 }} onPage={onPage} />);
  expect(onPage).not.toHaveBeenCalled();
});
