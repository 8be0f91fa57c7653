/** Every page and the main dialogs by axe: WCAG 2.2 A and AA, both themes, on a desk and on a phone. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { signIn, type DemoPerson } from '../people.ts';
import { recordingRests } from '../reading-steps.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const sizes = [
  { name: 'desk', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;
const themes = ['light', 'dark'] as const;
type Look = { readonly theme: (typeof themes)[number]; readonly size: (typeof sizes)[number] };
const looks: readonly Look[] = themes.flatMap((theme) => sizes.map((size) => ({ theme, size })));

/** The theme lies in the browser as an earlier choice of its user. */
async function wear(page: Page, { theme, size }: Look): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate((mode) => localStorage.setItem('theme', mode), theme);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

async function looksSound(page: Page, what: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect.soft(found, what).toEqual([]);
}

type Visit = { readonly what: string; readonly path: string; readonly until: (page: Page) => Promise<void> };

const headed = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Rows on a desk, cards on a phone. */
const listed = (page: Page): Promise<void> => expect(page.getByText(/^HN26K\d+$/).first()).toBeVisible();

const visits: readonly (readonly [DemoPerson, readonly Visit[]])[] = [
  [
    'demochief',
    [
      { what: 'worklist', path: '/', until: listed },
      { what: 'not found', path: '/no/such/page', until: headed('Page not found') },
    ],
  ],
  ['demoadmin', [{ what: 'admin list', path: '/admin', until: listed }]],
  ['demodistributer', [{ what: 'masked list', path: '/admin', until: listed }]],
  [
    'demodoctor',
    [
      { what: 'institution list', path: '/institution/list', until: listed },
      { what: 'upload', path: '/upload', until: headed('Upload recordings') },
      { what: 'upload history', path: '/upload?tab=history', until: listed },
    ],
  ],
];

for (const look of looks) {
  const where = `${look.theme}, ${look.size.name}`;
  test(`the sign-in page, ${where}`, async ({ page }) => {
    await page.goto('/login');
    await wear(page, look);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await looksSound(page, 'sign-in');
  });
  for (const [user_id, pages] of visits) {
    test(`the pages of ${user_id}, ${where}`, async ({ page }) => {
      await signIn(page, user_id);
      await wear(page, look);
      for (const { what, path, until } of pages) {
        await page.goto(path);
        await until(page);
        await looksSound(page, what);
      }
    });
  }
  test(`the case page with recording and report, ${where}`, async ({ page }) => {
    await signIn(page, 'demochief');
    await page.goto('/?view=in_review');
    await page.locator('[role="row"][data-id]').first().dblclick();
    await expect(page).toHaveURL(/\/detail\/\d+/);
    await wear(page, look);
    await recordingRests(page);
    await looksSound(page, 'recording');
    if (look.size.name === 'phone') await page.getByRole('tab', { name: 'Facts' }).click();
    await page.getByRole('button', { name: /^Report/ }).click();
    await expect(page.getByRole('group', { name: /^Page 1 of \d+$/ })).toBeVisible();
    await looksSound(page, 'report');
  });
  test(`the profile dialog and the notifications, ${where}`, async ({ page }) => {
    await signIn(page, 'demotechnician');
    await wear(page, look);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await looksSound(page, 'notifications');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Edit profile' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit profile' })).toBeVisible();
    await looksSound(page, 'profile');
  });
}
