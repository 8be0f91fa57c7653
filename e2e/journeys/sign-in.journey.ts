/**
 * Tests that every role signs in and starts at its work, and that wrong passwords and forbidden pages are refused with
 * a message.
 */
import { expect, type Page } from '@playwright/test';
import { roles } from '@rhythmdesk/domain/people/roles';
import { caseRows } from '../case-steps.ts';
import { firstVisit, firstVisitBoundKb } from '../first-visit.ts';
import { signInAs } from '../people.ts';
import { test } from '../world/journey.ts';
import { password } from '../world/template.ts';

async function logout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
}

test('every role signs in and opens its own first page', async ({ world, page }) => {
  const { carrier, doctor, technician, chief, manager, head, distributer, admin } = world;
  for (const person of [carrier, doctor, technician, chief, manager, head, distributer, admin]) {
    await test.step(person.role_key, async () => {
      await signInAs(page, person.user_id, password);
      await expect(page).toHaveURL((url) => url.pathname === roles[person.role_key].landing);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await logout(page);
    });
  }
});

test('until the form is shown, a first visit requests only the scripts that the form needs', async ({
  page,
}) => {
  const { kB, scripts } = await firstVisit(page, '/login');
  expect(scripts.length).toBeGreaterThan(2);
  expect(kB, scripts.join('\n')).toBeGreaterThan(100);
  expect(kB, scripts.join('\n')).toBeLessThanOrEqual(firstVisitBoundKb);
});

test('a wrong password says so; a page without a session opens the sign-in, one of another role is not found', async ({
  world,
  page,
}) => {
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login/);
  const id = page.getByLabel('ID', { exact: true });
  await id.fill(world.technician.user_id);
  await page.getByLabel('Password', { exact: true }).fill('not the one 12');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Login failed. Please check your ID or password.')).toBeVisible();
  await expect(id).toHaveValue(world.technician.user_id);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // A technician may not open the requested page.
  await expect(page).toHaveURL((url) => url.pathname === '/');
  for (const path of ['/upload', '/admin', '/no/such/page']) {
    await page.goto(path);
    await expect(page.getByText('Page not found')).toBeVisible();
  }
  await page.goto('/login');
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('a new tab has the session of the open one, and signing out ends both', async ({
  world,
  context,
  page,
}) => {
  await world.addCase({ recording: 'plain' });
  await signInAs(page, world.chief.user_id, password);
  await expect(caseRows(page)).toHaveCount(1);
  const second = await context.newPage();
  await second.goto('/');
  await expect(caseRows(second)).toHaveCount(1);
  await logout(page);
  await second.reload();
  await expect(second).toHaveURL(/\/login/);
});

test('an ended session says so, and signing in leads back to the former page', async ({ world }) => {
  await world.addCase({ stage: 'completed', recording: 'plain' });
  const page = await world.open(world.doctor, '/institution/list?view=completed');
  await expect(page.getByRole('grid')).toBeVisible();
  const address = page.url();
  // Without the page of the product, whose live connection would hear of the end before the reload.
  await page.goto('/healthz');
  await page.evaluate(async () => {
    const held: unknown = JSON.parse(sessionStorage.getItem('user') ?? '{}');
    const token = typeof held === 'object' && held !== null ? String(Reflect.get(held, 'accessToken')) : '';
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    await fetch('/api/v1/auth/logout', { method: 'POST', headers, body: '{}' });
  });
  await page.goto(address);
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Your session has expired. Please log in again.');
  await alert.getByRole('button').click();
  await expect(page).toHaveURL(/\/login\?back=/);
  await page.getByLabel('ID', { exact: true }).fill(world.doctor.user_id);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/institution\/list\?view=completed/);
});
