// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/case-list.ts';
import { texts as enDialogs } from '../../../platform/texts/en/dialogs.ts';
import { texts as enWords } from '../../../platform/texts/en/words.ts';
import { texts as zh } from '../../../platform/texts/zh/case-list.ts';
import { texts as zhDialogs } from '../../../platform/texts/zh/dialogs.ts';
import { texts as zhWords } from '../../../platform/texts/zh/words.ts';
import { worklist } from '../model/list-kinds.ts';
import { listStateSchema } from '../model/list-state.ts';
import { FilterChips } from './filter-chips.tsx';

const languages = [
  { language: 'en', list: en, frame: enDialogs, words: enWords },
  { language: 'zh', list: zh, frame: zhDialogs, words: zhWords },
] as const;

async function chips({ language, frame }: (typeof languages)[number], address: object) {
  signedInAs({ user_role: { id: 5, role_key: 'TECHNICIAN', group_type: 'tech_center', level: 2 } });
  answerCalls(() => Response.json({ items: [] }));
  const onChange = vi.fn();
  const user = await showIn(
    language,
    <FilterChips
      state={listStateSchema.parse(address)}
      kind={worklist}
      oneInstitution={false}
      onChange={onChange}
    />,
  );
  await screen.findByRole('button', { name: frame['add-filter'] });
  return { user, onChange };
}

test.each(languages)(
  '$language: a chip names its filter and value, and its cross removes it',
  async (one) => {
    const { user, onChange } = await chips(one, { priority: 'urgent', status: 'any', page: 3 });
    const name = one.list['filter.priority'];
    const chip = screen.getByText(one.words['priority.urgent']).closest('button');
    expect(chip?.textContent).toBe(`${name}${one.words['priority.urgent']}`);
    await user.click(
      screen.getByRole('button', { name: one.frame['remove-filter'].replace('{{name}}', name) }),
    );
    expect(onChange.mock.calls).toEqual([[{ priority: undefined, page: undefined }]]);
    // The chip is about to disappear.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: one.frame['add-filter'] }));
  },
);

test.each(languages)(
  '$language: the worklist says that it begins with the open ones; any can be chosen',
  async (one) => {
    const { user, onChange } = await chips(one, {});
    const name = one.list['filter.status'];
    expect(screen.getByText(one.list['filter.open'])).toBeDefined();
    await user.click(
      screen.getByRole('button', { name: one.frame['remove-filter'].replace('{{name}}', name) }),
    );
    expect(onChange.mock.calls).toEqual([[{ status: 'any', page: undefined }]]);
  },
);

test.each(languages)('$language: another filter is chosen from those of the role', async (one) => {
  const { user } = await chips(one, {});
  await user.click(screen.getByRole('button', { name: one.frame['add-filter'] }));
  await user.click(await screen.findByRole('menuitem', { name: one.list['filter.severity'] }));
  expect(await screen.findByRole('dialog', { name: one.list['filter.severity'] })).toBeDefined();
});
