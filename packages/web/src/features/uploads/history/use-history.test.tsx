// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  useLocation,
  useNavigate,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { showIn, signedInAs } from '../../../platform/test-page.tsx';
import { useRowKeys } from './use-history.ts';

const rows = ['a', 'b', 'c'].map((upload_id) => ({ upload_id, case_id: null, case: null }));

function History() {
  const { current } = useRowKeys(rows);
  const navigate = useNavigate();
  const { searchStr } = useLocation();
  return (
    <>
      <output>{`${String(current)}${searchStr}`}</output>
      <button type="button" onClick={() => void navigate({ to: '.', search: { page: 2 } })}>
        next page
      </button>
    </>
  );
}

test('going back to a page of the history restores its current row', async () => {
  signedInAs();
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: createRootRoute({ component: History }), history });
  const user = await showIn('en', <RouterProvider router={router} />);
  const isCurrent = (id: string): Promise<void> =>
    waitFor(() => expect(document.querySelector('output')?.textContent).toBe(id));
  const next = await screen.findByRole('button', { name: 'next page' });
  await user.keyboard('j');
  await isCurrent('a');
  await user.click(next);
  await isCurrent('a?page=2');
  await user.keyboard('j');
  await isCurrent('b?page=2');
  act(() => history.back());
  await isCurrent('a');
});
