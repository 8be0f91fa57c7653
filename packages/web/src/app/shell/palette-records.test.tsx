// @vitest-environment happy-dom
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { useLocation } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/shell.ts';
import { texts as ja } from '../../platform/texts/ja/shell.ts';
import { Palette } from '../../ui/palette/palette.tsx';
import { usePaletteRecords } from './palette-records.tsx';
import { useSettingSource } from './palette-settings.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

const time = '2026-11-20T09:00:00.000Z';
const north = { id: 1, name: 'North Heart Clinic', type: 'hospital' };
const rowOf: Readonly<Record<string, readonly unknown[]>> = {
  'user/users': [
    {
      id: 31,
      version: 1,
      user_id: 'nadia',
      name: 'Nadia North',
      email: null,
      user_role: { id: 3, role_key: 'TECHNICIAN', group_type: 'tech_center', level: 1 },
      user_group: { id: 2, name: 'Reading center', type: 'tech_center' },
      flag: 'active',
      last_sign_in_at: null,
      online: false,
      dormant_at: null,
      created_at: time,
    },
  ],
  'user/usergroups': [north],
  'notice/notices': [
    {
      id: 5,
      title: 'North wing closed',
      content: 'Until Monday.',
      category: 'service',
      from_time: time,
      to_time: time,
      read: false,
    },
  ],
  'notice/notices/admin': [],
  'case/saved-views': [
    {
      id: 8,
      version: 1,
      list: 'worklist',
      name: 'Night shift',
      search: 'priority=urgent&status=review&status=start',
      shared: { role_key: null },
      shared_by: { id: 9, name: 'Chief Han' },
    },
  ],
  export: [
    {
      export_id: 12,
      kind: 'exportCases',
      state: 'done',
      filename: 'patches-2026-11-20.xlsx',
      rows_done: 1,
      rows_total: 1,
      size_bytes: 10,
      code: null,
      detail: null,
      created_at: time,
      ended_at: time,
      expires_at: time,
    },
  ],
};

function server() {
  return answerCalls(({ path }) => {
    const { pathname } = new URL(path, 'http://desk.test');
    const items = rowOf[pathname.replace(/^\/api\/v1\//, '')] ?? [];
    const states = { draft: 0, planned: 0, shown: 0, ended: 0 };
    return Response.json({ items, total: items.length, page: 1, size: 6, states });
  });
}

const groupTypes = { DOCTOR: 'hospital', CHIEF: 'tech_center', ADMIN: 'admin' } as const;
const signedIn = (role_key: RoleKey & keyof typeof groupTypes) =>
  signedInAs({ user_role: { id: 1, role_key, group_type: groupTypes[role_key], level: 2 } });

function Everything() {
  usePaletteRecords();
  useSettingSource();
  const { pathname, searchStr, hash } = useLocation();
  return (
    <>
      <output>{[pathname, searchStr, hash].join('|')}</output>
      <Palette onClose={() => undefined} />
    </>
  );
}

/** Returns the address of the page; the dialog hides it from the accessibility tree. */
const here = (): string | null | undefined => document.querySelector('output')?.textContent;

/** Searches for `north` and returns the headings shown so far. */
async function found(language: 'en' | 'ja', calls: readonly { path: string }[]) {
  const user = await showIn(language, atAddress('/', <Everything />));
  await user.click(await screen.findByRole('combobox'));
  await user.paste('north');
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  await screen.findAllByRole('option');
  return {
    user,
    groups: () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label')),
  };
}

test.each(languages)(
  '$language: a chief finds colleagues and hospitals, each with its cases',
  async (one) => {
    signedIn('CHIEF');
    const calls = server();
    const { user, groups } = await found(one.language, calls);
    const people = await screen.findByRole('group', { name: one.words['palette.users'] });
    await screen.findByRole('group', { name: one.words['palette.notices'] });
    const expected = ['palette.institutions', 'palette.notices', 'palette.users'] as const;
    await waitFor(() => expect(groups()).toEqual(expected.map((key) => one.words[key])));
    const kinds = calls.map(({ path }) => new URL(path, 'http://desk.test').pathname);
    expect(new Set(kinds).size).toBe(kinds.length);
    await user.click(within(people).getByRole('option'));
    await waitFor(() => expect(here()).toMatch(/technician_id=(%22)?31/));
  },
);

test('a doctor sends no request about users, which the server would refuse', async () => {
  signedIn('DOCTOR');
  const calls = server();
  const { groups } = await found('en', calls);
  await screen.findByRole('group', { name: en['palette.notices'] });
  await waitFor(() => expect(groups()).toEqual([en['palette.institutions'], en['palette.notices']]));
  expect(calls.some(({ path }) => path.includes('user/users'))).toBe(false);
});

test('an administrator opens the user’s own row', async () => {
  signedIn('ADMIN');
  const { user } = await found('en', server());
  await user.click(await screen.findByRole('option', { name: /^Nadia North/ }));
  await waitFor(() => expect(here()).toBe('/admin/user|?q=nadia|'));
});

test('a setting is found by its name and leads to its part of the page', async () => {
  signedIn('DOCTOR');
  server();
  const user = await showIn('en', atAddress('/', <Everything />));
  await user.click(await screen.findByRole('combobox'));
  await user.paste('notification settings');
  const settings = await screen.findByRole('group', { name: en['palette.settings'] });
  await user.click(within(settings).getByRole('option', { name: /^Notification settings/ }));
  await waitFor(() => expect(here()).toBe('/account||account-notifications'));
});

test.each([
  ['night', /^Night shift/, /^\/\|\?.*priority=urgent.*\|$/],
  ['2026-11-20.xlsx', /^patches-/, /^\/exports\|\|$/],
] as const)('saved and created items are found: %s', async (typed, name, address) => {
  signedIn('CHIEF');
  server();
  const user = await showIn('en', atAddress('/', <Everything />));
  await user.click(await screen.findByRole('combobox'));
  await user.paste(typed);
  await user.click(await screen.findByRole('option', { name }));
  await waitFor(() => expect(here()).toMatch(address));
});
