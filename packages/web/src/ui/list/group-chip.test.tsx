// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn } from '../../platform/test-page.tsx';
import { texts as says } from '../../platform/texts/en/dialogs.ts';
import { GroupChip } from './group-chip.tsx';

test('the chosen value is named on the chip, several by their number', async () => {
  answerCalls(() => Response.json({ id: 907, name: 'Zenith Heart Centre' }));
  await showIn('en', <GroupChip name="Hospital" chosen={[907, 908, 909]} onChange={vi.fn()} />);
  expect(await screen.findByText('3 institutions')).toBeDefined();
});

test('an institution is found by its name while typing', async () => {
  const zenith = { id: 11, name: 'Zenith Heart Centre', type: 'hospital' };
  const minato = { id: 12, name: 'みなと総合病院', type: 'hospital' };
  const calls = answerCalls(({ path }) =>
    Response.json({ items: [path.includes('q=') ? minato : zenith], total: 1, page: 1, size: 50 }),
  );
  const onChange = vi.fn();
  const user = await showIn(
    'ja',
    <GroupChip name="病院" types={['hospital']} chosen={[]} onChange={onChange} />,
  );
  await user.click(await screen.findByRole('button', { name: /病院/ }));
  await screen.findByRole('option', { name: 'Zenith Heart Centre' });
  await user.keyboard('みなと');
  await user.click(await screen.findByRole('option', { name: 'みなと総合病院' }));
  expect(onChange).toHaveBeenLastCalledWith([12]);
  const queries = calls.map(({ path }) => new URL(path, 'http://desk.example').searchParams);
  const typed = queries.filter((query) => query.get('q') === 'みなと');
  expect(typed.map((query) => query.getAll('type'))).toEqual([['hospital']]);
});

test('a name with more institutions than offered says so', async () => {
  const items = [{ id: 11, name: 'Zenith Heart Centre', type: 'hospital' }];
  answerCalls(() => Response.json({ items, total: 63, page: 1, size: 50 }));
  const user = await showIn('en', <GroupChip name="Hospital" chosen={[]} onChange={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: /Hospital/ }));
  await screen.findByRole('option', { name: 'Zenith Heart Centre' });
  expect(screen.getByText(says['part.narrow'].replace('{{shown}}', '1'))).toBeDefined();
});
