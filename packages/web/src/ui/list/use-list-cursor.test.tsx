// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { useListCursor } from './use-list-cursor.ts';

const rows = [1, 2, 3, 4];
const keyOf = (row: number): number => row;

function People() {
  const { current, setCurrent } = useListCursor(rows, keyOf);
  const navigate = useNavigate();
  return (
    <>
      <output>{current}</output>
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => setCurrent(row)}>
          {`row ${String(row)}`}
        </button>
      ))}
      <button type="button" onClick={() => void navigate({ to: '.', search: { page: 2 } })}>
        next page
      </button>
      <button type="button" onClick={() => void navigate({ to: '.', search: { q: 'x' }, replace: true })}>
        search
      </button>
    </>
  );
}

test('going back to a page of the list restores its current row; a search keeps it', async () => {
  const history = createMemoryHistory({ initialEntries: ['/people'] });
  const router = createRouter({ routeTree: createRootRoute({ component: People }), history });
  const user = await showIn('en', <RouterProvider router={router} />);
  const press = async (name: string): Promise<void> =>
    user.click(await screen.findByRole('button', { name }));
  const isCurrent = (row: string): Promise<void> =>
    waitFor(() => expect(document.querySelector('output')?.textContent).toBe(row));
  await press('row 2');
  await press('search');
  await isCurrent('2');
  await press('next page');
  await press('row 3');
  await isCurrent('3');
  act(() => history.back());
  await isCurrent('2');
});
