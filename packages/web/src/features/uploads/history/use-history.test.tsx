// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { useRowKeys } from './use-history.ts';

const rows = ['a', 'b', 'c'].map((upload_id) => ({ upload_id, case_id: null, case: null }));

function History() {
  const { current } = useRowKeys(rows);
  const navigate = useNavigate();
  const { history } = useRouter();
  const { searchStr } = useLocation();
  return (
    <>
      <output>{`${String(current)}${searchStr}`}</output>
      <button type="button" onClick={() => void navigate({ to: '.', search: { page: 2 } })}>
        next page
      </button>
      <button type="button" onClick={() => history.back()}>
        back
      </button>
    </>
  );
}

test('going back to a page of the history restores its current row', async () => {
  signedInAs();
  const user = await showIn('en', atAddress('/', <History />));
  const press = async (name: string): Promise<void> =>
    user.click(await screen.findByRole('button', { name }));
  const isCurrent = (id: string): Promise<void> =>
    waitFor(() => expect(document.querySelector('output')?.textContent).toBe(id));
  await screen.findByRole('button', { name: 'back' });
  await user.keyboard('j');
  await isCurrent('a');
  await press('next page');
  await isCurrent('a?page=2');
  await user.keyboard('j');
  await isCurrent('b?page=2');
  await press('back');
  await isCurrent('a');
});
