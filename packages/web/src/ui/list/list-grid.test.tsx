// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useState } from 'react';
import { showIn } from '../../platform/test-page.tsx';
import { ListGrid } from './list-grid.tsx';

type Row = { readonly id: number; readonly name: string; readonly town: string };
const rows: readonly Row[] = [
  { id: 1, name: 'Kim', town: 'Busan' },
  { id: 2, name: 'Sato', town: 'Osaka' },
];
const none: ReadonlySet<number> = new Set();
const entry = (top = 0) => ({ top, row: null });
const columnsOf = (order: readonly string[]) => order.map((field) => ({ field, width: 100 }));
const orders = [columnsOf(['name', 'town']), columnsOf(['town', 'name'])] as const;

function People() {
  const [at, setAt] = useState<0 | 1>(0);
  const [current, setCurrent] = useState<number | null>(null);
  const [place, setPlace] = useState(() => entry());
  const columns = orders[at];
  return (
    <>
      <button type="button" onClick={() => setAt(1)}>
        turn
      </button>
      <button type="button" onClick={() => setPlace(entry())}>
        next page
      </button>
      <button type="button" onClick={() => setPlace(entry(40))}>
        back
      </button>
      <output>{current}</output>
      <ListGrid<Row>
        label="people"
        {...{ rows, columns, place, current, selected: null, tinted: none, sort: null }}
        keyOf={({ id }) => id}
        order={columns.map(({ field }) => field).join()}
        firstField="name"
        density="standard"
        onCurrent={setCurrent}
        onOpen={() => undefined}
        onSort={() => undefined}
        onSelect={() => undefined}
      />
    </>
  );
}

test('the current row follows the focus, also after the columns have changed', async () => {
  const user = await showIn('en', <People />);
  const said = (): string | null => document.querySelector('output')?.textContent ?? null;
  await user.click(await screen.findByRole('gridcell', { name: 'Busan' }));
  await waitFor(() => expect(said()).toBe('1'));
  await user.click(screen.getByRole('button', { name: 'turn' }));
  await user.click(await screen.findByRole('gridcell', { name: 'Osaka' }));
  await waitFor(() => expect(said()).toBe('2'));
});

test('another page of the list begins at its top; going back restores the scroll position', async () => {
  const user = await showIn('en', <People />);
  await screen.findByRole('gridcell', { name: 'Busan' });
  const scroller = document.querySelector('.MuiDataGrid-virtualScroller');
  await user.click(screen.getByRole('button', { name: 'back' }));
  await waitFor(() => expect(scroller?.scrollTop).toBe(40));
  await user.click(screen.getByRole('button', { name: 'next page' }));
  await waitFor(() => expect(scroller?.scrollTop).toBe(0));
});
