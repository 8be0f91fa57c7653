// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useEffect, useRef, useState } from 'react';
import { showIn } from '../../platform/test-page.tsx';
import { type GridHandle, ListGrid } from './list-grid.tsx';
import { keepCurrent, type ListPlace } from './list-place.ts';

type Row = { readonly id: number; readonly name: string; readonly town: string };
const rows: readonly Row[] = [
  { id: 1, name: 'Kim', town: 'Busan' },
  { id: 2, name: 'Sato', town: 'Osaka' },
];
const none: ReadonlySet<number> = new Set();
const entry = (top = 0): ListPlace => ({ top, row: null });
const columnsOf = (order: readonly string[]) => order.map((field) => ({ field, width: 100 }));
const orders = [columnsOf(['name', 'town']), columnsOf(['town', 'name'])] as const;

function People() {
  const [at, setAt] = useState<0 | 1>(0);
  const [current, setCurrent] = useState<number | null>(null);
  const [place, setPlace] = useState(() => entry());
  const grid = useRef<GridHandle>(null);
  useEffect(() => keepCurrent(place, current), [place, current]);
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
      <button
        type="button"
        onClick={() => {
          setCurrent(2);
          grid.current?.focusRow(2, 1);
        }}
      >
        step
      </button>
      <output>{current}</output>
      <ListGrid<Row>
        ref={grid}
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

const nextFrame = async (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });

test('a step that is made while the grid takes other columns is kept', async () => {
  const user = await showIn('en', <People />);
  await user.click(await screen.findByRole('gridcell', { name: 'Busan' }));
  // One update of the page takes both.
  act(() => {
    fireEvent.click(screen.getByRole('button', { name: 'turn' }));
    fireEvent.click(screen.getByRole('button', { name: 'step' }));
  });
  for (let frame = 0; frame < 3; frame++) await act(nextFrame);
  expect(document.querySelector('output')?.textContent).toBe('2');
});
