/** Every role signs in and lands where its work is; wrong words and foreign pages are refused in words. */
import { expect, test } from '@playwright/test';
import { caseRows } from '../case-steps.ts';
import { landings, password, signIn } from '../people.ts';

for (const [user_id, path] of landings) {
  test(`${user_id} lands on ${path}`, async ({ page }) => {
    await signIn(page, user_id);
    await expect(page).toHaveURL((url) => url.pathname === path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('a wrong password says so and keeps what was typed', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('ID', { exact: true }).fill('demochief2');
  await page.getByLabel('Password', { exact: true }).fill('not the one 12');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Login failed. Please check your ID or password.')).toBeVisible();
  await expect(page.getByLabel('ID', { exact: true })).toHaveValue('demochief2');
});

test('a page that needs a session leads to the sign-in, a signed-in user has no use for it', async ({
  page,
}) => {
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, 'demochief');
  await page.goto('/login');
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('a page of another role and an unknown address show the not-found page', async ({ page }) => {
  await signIn(page, 'demotechnician');
  for (const path of ['/upload', '/admin', '/no/such/page']) {
    await page.goto(path);
    await expect(page.getByText('Page not found')).toBeVisible();
  }
});

test('a new tab has the session of the open one, and logging out ends both', async ({ context, page }) => {
  await signIn(page, 'demochief2');
  const second = await context.newPage();
  await second.goto('/');
  await expect(caseRows(second).first()).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  await second.reload();
  await expect(second).toHaveURL(/\/login/);
});

test('a session that was ended says so, and signing in leads back to where one was', async ({ page }) => {
  await signIn(page, 'demodoctor');
  await page.goto('/institution/list?view=completed');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.evaluate(async () => {
    const held: unknown = JSON.parse(sessionStorage.getItem('user') ?? '{}');
    const token = typeof held === 'object' && held !== null ? String(Reflect.get(held, 'accessToken')) : '';
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    await fetch('/api/v1/auth/logout', { method: 'POST', headers, body: '{}' });
  });
  await page.reload();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Your session has expired. Please log in again.');
  await alert.getByRole('button').click();
  await expect(page).toHaveURL(/\/login\?back=/);
  await page.getByLabel('ID', { exact: true }).fill('demodoctor');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/institution\/list\?view=completed/);
});
