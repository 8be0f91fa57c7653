// @vitest-environment happy-dom
import type { SessionUser } from '@rhythmdesk/contract/people';
import { type RoleKey, roleKeys, roles } from '@rhythmdesk/domain/people/roles';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../platform/test-page.tsx';
import { useSession } from '../../platform/session/session-state.ts';
import { currentLanguage } from '../../platform/texts/texts.ts';
import { texts as en } from '../../platform/texts/en/shell.ts';
import { texts as enFoot } from '../../platform/texts/en/footer.ts';
import { texts as ja } from '../../platform/texts/ja/shell.ts';
import { texts as jaFoot } from '../../platform/texts/ja/footer.ts';
import { TopBar } from './top-bar.tsx';

const languages = [
  { language: 'en', words: en, foot: enFoot, short: 'EN' },
  { language: 'ja', words: ja, foot: jaFoot, short: '日本語' },
] as const;

const site: SessionUser['site'] = {
  version: '1.2.3',
  support_phone: '',
  support_email: '',
  company_address: '',
  languages_offered: ['en', 'ja'],
};

const server = (noti_count = 0) =>
  answerCalls(() => Response.json({ items: [], more: false, noti_count, unread: 0, ok: true }));

function signInAsRole(role_key: RoleKey): void {
  const { level } = roles[role_key];
  signedInAs({ user_role: { id: 1, role_key, group_type: 'hospital', level }, site });
}

test('critical findings in progress are counted beside their entry; none, or a role without the permission, has no count', async () => {
  let open = 6;
  const calls = answerCalls(({ path }) =>
    Response.json(
      path.endsWith('critical/count')
        ? { open }
        : { items: [], more: false, noti_count: 3, unread: 0, ok: true },
    ),
  );
  signInAsRole('CHIEF');
  await showIn('en', atAddress('/', <TopBar />));
  const entry = await screen.findByRole('link', { name: `${en['nav.critical']} 6` });
  expect(entry.getAttribute('href')).toBe('/critical');
  cleanup();
  open = 0;
  await showIn('en', atAddress('/', <TopBar />));
  // Requested after the count, so it arrives after it.
  await screen.findByRole('button', { name: en['notifications.unread_other'].replace('{{count}}', '3') });
  expect(screen.getByRole('link', { name: en['nav.critical'] })).toBeDefined();
  cleanup();
  const before = calls.length;
  signInAsRole('DOCTOR');
  await showIn('en', atAddress('/', <TopBar />));
  await screen.findByRole('link', { name: en['nav.patches'] });
  const counted = calls.slice(before).filter(({ path }) => path.endsWith('critical/count'));
  expect(counted).toEqual([]);
});

/** Shows the bar only to a signed-in user, as the page does. */
function SignedInBar() {
  return useSession().kind === 'signed-in' ? <TopBar /> : <p>signed out</p>;
}

test.each(languages)('$language: mark, menu, upload, language, bell and account are there', async (one) => {
  signedInAs({ site });
  server(3);
  await showIn(one.language, atAddress('/institution/list', <TopBar />));
  const home = await screen.findByRole('link', { name: 'Rhythmdesk' });
  expect(home.getAttribute('href')).toBe('/institution/list');
  const menu = screen.getByRole('navigation', { name: one.words['nav.main'] });
  const patches = within(menu).getByRole('link', { name: one.words['nav.patches'] });
  expect(patches.getAttribute('aria-current')).toBe('page');
  expect(screen.getByText(one.words['badge.hospital'])).toBeDefined();
  expect(screen.getByRole('link', { name: one.words.upload }).getAttribute('href')).toBe('/upload');
  const bell = one.words['notifications.unread_other'].replace('{{count}}', '3');
  expect(await screen.findByRole('button', { name: bell })).toBeDefined();
  expect(document.querySelector('[data-count]')?.getAttribute('data-count')).toBe('3');
  expect(document.querySelector('[data-initials]')?.getAttribute('data-initials')).toBe('HE');
});

test.each(languages)(
  '$language: the account menu names the user, and leads to profile and sign-out',
  async (one) => {
    signedInAs({ site });
    const calls = server();
    const user = await showIn(one.language, atAddress('/institution/list', <SignedInBar />));
    await user.click(await screen.findByRole('button', { name: new RegExp(one.words.account) }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByText('Helen Marsh')).toBeDefined();
    expect(within(menu).getByText('helen@hospital.example')).toBeDefined();
    expect(within(menu).getByRole('menuitem', { name: one.words['account.edit'] })).toBeDefined();
    await user.click(within(menu).getByRole('menuitem', { name: one.words['account.logout'] }));
    await screen.findByText('signed out');
    expect(calls.some(({ path }) => path.endsWith('auth/logout'))).toBe(true);
    expect(localStorage.getItem('lang')).toBeNull();
  },
);

test.each(languages)(
  '$language: the language menu has the languages of the installation, en and ja',
  async (one) => {
    signedInAs({ site });
    server();
    const user = await showIn(one.language, atAddress('/institution/list', <TopBar />));
    await user.click(await screen.findByRole('button', { name: new RegExp(one.foot.language) }));
    const offered = await screen.findAllByRole('menuitemradio');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['English', '日本語']);
    expect(offered.map((item) => item.getAttribute('aria-checked'))).toEqual(
      offered.map(({ textContent }) => String((textContent === 'English') === (one.language === 'en'))),
    );
    const other = one.language === 'en' ? 'ja' : 'en';
    await user.click(screen.getByRole('menuitemradio', { name: other === 'ja' ? '日本語' : 'English' }));
    await waitFor(() => expect(currentLanguage()).toBe(other));
    expect(localStorage.getItem('lang')).toBe(other);
  },
);

test.each(roleKeys)('the badge of %s', async (role) => {
  signInAsRole(role);
  server();
  await showIn('en', atAddress('/', <TopBar />));
  await screen.findByRole('link', { name: 'Rhythmdesk' });
  const badges = [en['badge.admin'], en['badge.hospital']].filter(
    (word) => screen.queryByText(word) !== null,
  );
  const admins: readonly RoleKey[] = ['DISTRIBUTER', 'CENTER', 'MANAGER'];
  const expected = admins.includes(role) ? ['Admin'] : role === 'DOCTOR' ? ['Hospital'] : [];
  expect(badges).toEqual(expected);
});
