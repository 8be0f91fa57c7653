// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { callQuery } from '../../platform/client/query-cache.ts';
import { answerCalls, showIn } from '../../platform/test-page.tsx';
import { useLiveRows } from './use-live-rows.ts';

type Row = { readonly id: number };
const rule = { key: ({ id }: Row) => id, isOlder: () => false, isChanged: () => false };

function List() {
  const call = callQuery('userGroups', {});
  const list = useLiveRows({ call, rule, renewed: [], event: 'user' });
  return (
    <>
      <p>{`rows ${String(list.page?.items.length)}${list.differs ? ', others at the server' : ''}`}</p>
      <button type="button" onClick={list.refresh}>
        created
      </button>
    </>
  );
}

test('a row that the user has just created is shown at once, in the order of the server', async () => {
  const items = [{ id: 1, name: 'Harbour', type: 'hospital' }];
  answerCalls(() => Response.json({ items, total: items.length, page: 1, size: 10 }));
  const user = await showIn('en', <List />);
  await screen.findByText('rows 1');
  items.unshift({ id: 2, name: 'Garden', type: 'hospital' });
  await user.click(screen.getByRole('button', { name: 'created' }));
  await waitFor(() => expect(screen.getByText(/^rows/).textContent).toBe('rows 2'));
});

function Filtered() {
  const [q, setQ] = useState('harbour');
  const list = useLiveRows({ call: callQuery('userGroups', { q }), rule, renewed: [], event: 'user' });
  return (
    <>
      <p>{`rows ${String(list.page?.items.length)}, ${list.error?.message ?? 'no error'}`}</p>
      <button type="button" onClick={() => setQ('garden')}>
        filter
      </button>
    </>
  );
}

test('the rows of another filter are not shown as those of one whose request failed', async () => {
  const items = [{ id: 1, name: 'Harbour', type: 'hospital' }];
  answerCalls(({ path }) =>
    path.includes('garden')
      ? Response.json({ code: 'server/broken' }, { status: 500 })
      : Response.json({ items, total: 1, page: 1, size: 10 }),
  );
  const user = await showIn('en', <Filtered />);
  await screen.findByText('rows 1, no error');
  await user.click(screen.getByRole('button', { name: 'filter' }));
  await waitFor(() =>
    expect(screen.getByText(/^rows/).textContent).toBe('rows undefined, 500 server/broken'),
  );
});
