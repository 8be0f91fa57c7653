/**
 * Tests that a person signs up, is approved and signs in; then forgets the password and sets another. Mails are read
 * from the outbox.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { signInAs } from '../people.ts';
import { test } from '../world/journey.ts';
import { mailTo } from '../world/mailbox.ts';
import type { World } from '../world/world.ts';

const password = 'Copper3lantern7fog';

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

async function enterInstitutionAndId(page: Page, world: World, user_id: string): Promise<void> {
  await goOn(page);
  await expect(page.getByText('Please agree to the terms and conditions.')).toBeVisible();
  await page.getByRole('checkbox').check();
  await expectAccessible(page);
  await goOn(page);
  await page.getByLabel('Institution code').fill('NOBODY1');
  await goOn(page);
  await expect(page.getByText('Invalid institutional code.')).toBeVisible();
  await page.getByLabel('Institution code').fill(`MNT${world.mark}`);
  await goOn(page);
  await page.getByLabel('User ID').fill(world.doctor.user_id);
  await expect(page.getByText('This ID is already registered')).toBeVisible();
  await page.getByLabel('User ID').fill(user_id);
  await expect(page.getByText('This ID is available for use')).toBeVisible();
  await expectAccessible(page);
  await goOn(page);
}

async function proveEmail(page: Page, world: World, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText('5 tries left')).toBeVisible();
  const { code } = await mailTo(world, email, 'code');
  await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('4 tries left')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

async function enterDetails(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Department')).toBeFocused();
  await page.getByLabel('Department').fill('循環器内科');
  await page.getByLabel('Phone').fill('03-0000-0412');
  await expect(page.getByLabel('Phone')).toHaveValue('0300000412');
  await page.getByLabel('Password', { exact: true }).fill('minato#heart1');
  await expect(page.getByText('# is not allowed')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat password').fill('another');
  await page.getByLabel('Phone').focus();
  await expect(page.getByText('The two passwords differ.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Repeat password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible();
}

test('a user signs up, waits, is approved, and sets a new password by mail', async ({ world, page }) => {
  const user_id = `takeda${world.mark}`;
  const email = `${user_id}@minato.example`;
  const name = `武田 ${world.mark}`;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Register' }).click();
  await enterInstitutionAndId(page, world, user_id);
  await proveEmail(page, world, email);
  await enterDetails(page, name);

  await signInAs(page, user_id, password);
  await expect(page.getByText('This account is waiting for approval')).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();

  const manager = await world.open(world.manager, '/admin/user?view=waiting');
  await expectAccessible(manager);
  const row = manager.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(row).toHaveCount(0);
  expect((await mailTo(world, email, 'is ready')).link).toContain('/login');

  await page.getByRole('link', { name: 'Forgot the password?' }).click();
  await expectAccessible(page);
  await page.getByLabel('ID', { exact: true }).fill(user_id);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Password change email has been sent.')).toBeVisible();
  const { link } = await mailTo(world, email, 'new password');
  await page.goto(link);
  await page.getByLabel('New password').fill('Amber5harbour9mist');
  await page.getByLabel('Repeat password').fill('Amber5harbour9mist');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  expect(new URL(link).search).toBe('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await signInAs(page, user_id, 'Amber5harbour9mist');
  await expect(page).toHaveURL((url) => url.pathname === '/institution/list');
});
