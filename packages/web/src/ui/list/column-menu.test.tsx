// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/lists.ts';
import { texts as ja } from '../../platform/texts/ja/lists.ts';
import { ColumnMenu } from './column-menu.tsx';

const names = { hn_id: 'HN ID', status: 'Status', priority: 'Priority', patient_id: 'Patient ID' } as const;
type Column = keyof typeof names;
const usual: readonly Column[] = ['hn_id', 'status', 'priority'];

/** Shows a list whose header shows the columns that are on in the menu. */
function List() {
  const [columns, setColumns] = useState(usual);
  return (
    <>
      <p data-testid="head">{columns.join(' ')}</p>
      <ColumnMenu
        columns={columns}
        all={['hn_id', 'status', 'priority', 'patient_id']}
        usual={usual}
        fixed="hn_id"
        nameOf={(id) => names[id]}
        onChange={setColumns}
      />
    </>
  );
}

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: columns are added, moved and removed, and can be reset', async (one) => {
  const user = await showIn(one.language, <List />);
  await user.click(await screen.findByRole('button', { name: one.words.columns }));
  const menu = within(await screen.findByRole('dialog', { name: one.words.columns }));
  const shown = (): string | null => screen.getByTestId('head').textContent;
  const moved = (words: string) =>
    menu.getByRole('button', { name: words.replace('{{column}}', 'Patient ID') });
  expect(menu.getByRole('checkbox', { name: 'HN ID' })).toHaveProperty('disabled', true);
  await user.click(menu.getByRole('checkbox', { name: 'Patient ID' }));
  expect(shown()).toBe('hn_id status priority patient_id');
  await user.click(moved(one.words['columns.left']));
  expect(shown()).toBe('hn_id status patient_id priority');
  await user.click(menu.getByRole('checkbox', { name: 'Status' }));
  expect(shown()).toBe('hn_id patient_id priority');
  await user.click(moved(one.words['columns.right']));
  expect(shown()).toBe('hn_id priority patient_id');
  await user.click(menu.getByRole('button', { name: one.words['columns.reset'] }));
  expect(shown()).toBe(usual.join(' '));
  expect(menu.getByRole('checkbox', { name: 'Patient ID' })).toHaveProperty('checked', false);
});
