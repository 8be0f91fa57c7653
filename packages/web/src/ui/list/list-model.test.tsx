// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { atAddress, showIn } from '../../platform/test-page.tsx';
import { useListSteps } from './list-model.ts';
import { ListPage } from './list-page.tsx';
import { useListCursor } from './use-list-cursor.ts';

type Row = { readonly id: number };
const rows: readonly Row[] = [{ id: 1 }, { id: 2 }, { id: 3 }];
const idOf = ({ id }: Row): number => id;

function List() {
  const cursor = useListCursor(rows, idOf);
  const [view, setView] = useState({ preview_open: false });
  const { preview, show } = useListSteps({ rows, cursor, view, onView: setView }, idOf);
  return (
    <ListPage head={null} preview={preview} beside={<aside>{`preview of ${String(cursor.row?.id)}`}</aside>}>
      {rows.map((row) => (
        <button key={row.id} type="button" onClick={() => show(row)}>
          {`row ${String(row.id)}`}
        </button>
      ))}
    </ListPage>
  );
}

test('a row opens its own preview, also if no row was current', async () => {
  const user = await showIn('en', atAddress('/list', <List />));
  await user.click(await screen.findByRole('button', { name: 'row 2' }));
  expect((await screen.findByText(/^preview of/)).textContent).toBe('preview of 2');
});
