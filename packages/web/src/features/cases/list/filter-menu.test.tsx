// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/words.ts';
import { texts as zh } from '../../../platform/texts/zh/words.ts';
import { worklist } from '../model/list-kinds.ts';
import { listStateSchema } from '../model/list-state.ts';
import { FilterMenu } from './filter-menu.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'zh', words: zh },
] as const;

async function menu(language: 'en' | 'zh', field: 'status' | 'priority', address: object) {
  const onChange = vi.fn();
  const user = await showIn(
    language,
    <FilterMenu
      field={field}
      state={listStateSchema.parse(address)}
      kind={worklist}
      anchor={document.body}
      onClose={vi.fn()}
      onChange={onChange}
    />,
  );
  await screen.findByRole('dialog');
  return { onChange, user };
}

test.each(languages)('$language: the worklist begins with the open statuses ticked', async (one) => {
  await menu(one.language, 'status', {});
  const ticked = (name: string) => screen.getByRole('checkbox', { name });
  expect(ticked(one.words['status.request'])).toHaveProperty('checked', true);
  expect(ticked(one.words['status.complete'])).toHaveProperty('checked', false);
});

test.each(languages)('$language: a value is added and removed, and the list starts again', async (one) => {
  const { onChange, user } = await menu(one.language, 'priority', { priority: 'normal', page: 3 });
  await user.click(screen.getByRole('checkbox', { name: one.words['priority.urgent'] }));
  await user.click(screen.getByRole('checkbox', { name: one.words['priority.normal'] }));
  expect(onChange.mock.calls).toEqual([
    [{ priority: ['normal', 'urgent'], page: undefined }],
    [{ priority: ['urgent'], page: undefined }],
  ]);
});

test.each(languages)('$language: removing the last status means any', async (one) => {
  const { onChange, user } = await menu(one.language, 'status', { status: 'review' });
  await user.click(screen.getByRole('checkbox', { name: one.words['status.review'] }));
  expect(onChange.mock.calls).toEqual([[{ status: 'any', page: undefined }]]);
});
