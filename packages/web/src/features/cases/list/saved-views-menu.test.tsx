// @vitest-environment happy-dom
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/saved-views.ts';
import { texts as ko } from '../../../platform/texts/ko/saved-views.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { SavedViewsMenu } from './saved-views-menu.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

const view = (part: object) => ({
  id: 1,
  version: 3,
  list: 'worklist',
  name: 'Urgent today',
  search: 'priority=urgent',
  shared: null,
  shared_by: null,
  ...part,
});
const items = [
  view({}),
  view({ id: 2, name: 'Another list', list: 'admin_cases' }),
  view({ id: 3, name: 'Night shift', shared: { role_key: null }, shared_by: { id: 9, name: 'Chief Han' } }),
];

async function menu(language: 'en' | 'ko', role_key: RoleKey = 'CHIEF') {
  signedInAs({ user_role: { id: 4, role_key, group_type: 'tech_center', level: 2 } });
  const apiCalls = answerCalls(({ path }) =>
    Response.json(path.includes('saved-views') ? { items } : { id: 1, version: 4 }),
  );
  const onView = vi.fn();
  const user = await showIn(
    language,
    <>
      <SavedViewsMenu list="worklist" current="view=mine" onView={onView} />
      <DialogHost />
    </>,
  );
  const words = language === 'en' ? en : ko;
  await user.click(await screen.findByRole('button', { name: words.title }));
  await screen.findByRole('button', { name: 'Urgent today' });
  return { apiCalls, onView, user, words };
}

const sent = (apiCalls: Awaited<ReturnType<typeof menu>>['apiCalls']) =>
  apiCalls.filter(({ body }) => body !== null);

test.each(languages)(
  '$language: own views of this list and shared ones are distinguished and opened',
  async (one) => {
    const { onView, user, words } = await menu(one.language);
    const shared = await screen.findByRole('list', { name: words['from-others'] });
    const note = words['shared-by'].replace('{{name}}', 'Chief Han');
    expect(within(shared).getByRole('listitem').textContent).toContain(note);
    expect(screen.queryByText('Another list')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Urgent today' }));
    expect(onView.mock.calls).toEqual([['priority=urgent']]);
  },
);

test.each(languages)('$language: the current view is saved under a requested name', async (one) => {
  const { apiCalls, user, words } = await menu(one.language);
  await user.click(screen.getByRole('button', { name: words.save }));
  const field = await screen.findByRole('textbox', { name: words.name });
  expect(field).toHaveProperty('placeholder', words['name-example']);
  await user.type(field, 'Mine by hand');
  await user.click(screen.getByRole('button', { name: words['name-save'] }));
  await waitFor(() => expect(sent(apiCalls)).toHaveLength(1));
  expect(sent(apiCalls)[0]?.body).toEqual({ list: 'worklist', name: 'Mine by hand', search: 'view=mine' });
});

test.each(languages)('$language: an own view is shared with one role of the institution', async (one) => {
  const { apiCalls, user, words } = await menu(one.language);
  const more = words.more.replace('{{name}}', 'Urgent today');
  await user.click(screen.getByRole('button', { name: more }));
  const before = words['share-with'].split('{{role}}')[0] ?? '';
  const roles = screen.getAllByRole('menuitem').filter((item) => item.textContent.startsWith(before));
  expect(roles.length).toBeGreaterThan(0);
  await user.click(screen.getByRole('menuitem', { name: words.share }));
  await waitFor(() => expect(sent(apiCalls)).toHaveLength(1));
  expect(sent(apiCalls)[0]?.body).toEqual({ id: 1, version: 3, shared: { role_key: null } });
});

test('a technician saves views and copies shared ones, and shares none', async () => {
  const { apiCalls, user, words } = await menu('en', 'TECHNICIAN');
  await user.click(screen.getByRole('button', { name: words.more.replace('{{name}}', 'Urgent today') }));
  expect(screen.queryByRole('menuitem', { name: words.share })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(
    await screen.findByRole('button', { name: words.more.replace('{{name}}', 'Night shift') }),
  );
  await user.click(await screen.findByRole('menuitem', { name: words.copy }));
  expect(await screen.findByRole('textbox', { name: words.name })).toHaveProperty('value', 'Night shift');
  expect(sent(apiCalls)).toEqual([]);
});
