/**
 * Tests a user from creation to deletion: created, signs in with a one-time password, edited, deactivated, reactivated,
 * deleted.
 */
import { expect, type Browser, type Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { signInAs } from '../people.ts';
import { test } from '../world/journey.ts';

const chosen = 'Quartz6meadow2rain';

async function fill(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value);
}

/** Creates the user and returns the password that is shown once. */
async function makeUser(admin: Page, user_id: string, hospital: string): Promise<string> {
  await admin.getByRole('button', { name: 'New user' }).click();
  const dialog = admin.getByRole('dialog', { name: 'New user' });
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(dialog.getByText('This field is required').first()).toBeVisible();
  await fill(admin, 'Name', 'Journey Marsh');
  await fill(admin, 'User ID', user_id);
  await fill(admin, 'E-mail', `${user_id}@example.org`);
  await dialog.getByRole('combobox', { name: 'Institution' }).fill(hospital);
  await admin.getByRole('option', { name: hospital }).click();
  await dialog.getByRole('button', { name: 'Doctor' }).click();
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Create user' }).click();
  const said = admin.getByRole('alertdialog', { name: 'One-time password' });
  const password = await said.getByRole('status').innerText();
  await said.getByRole('button', { name: 'Done' }).click();
  return password;
}

async function firstSignIn(browser: Browser, user_id: string, password: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAs(page, user_id, password);
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('New password', { exact: true }).fill(chosen);
  await dialog.getByLabel('Confirm password').fill(chosen);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: /Save/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('navigation').or(page.getByRole('main')).first()).toBeVisible();
  await context.close();
}

const openRow = async (admin: Page, user_id: string): Promise<void> => {
  await admin.goto(`/admin/user?q=${user_id}`);
  await admin.getByRole('gridcell', { name: user_id, exact: true }).click();
  await admin.getByRole('complementary', { name: 'Preview' }).getByRole('button', { name: 'Edit' }).click();
  await expect(admin.getByRole('dialog').getByRole('button', { name: 'Delete user' })).toBeVisible();
};

async function setFlag(admin: Page, flag: 'Active' | 'Dormant'): Promise<void> {
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Edit Flag' }).click();
  await dialog.getByRole('button', { name: flag, exact: true }).click();
  await dialog.getByRole('button', { name: 'Save flag' }).click();
  await expect(dialog.getByRole('button', { name: 'Edit Flag' })).toBeVisible();
}

test('a user is created, signs in, is edited, becomes dormant, is reactivated and is deleted', async ({
  world,
  browser,
}) => {
  const user_id = `journey${world.mark}`;
  const admin = await world.open(world.admin, '/admin/user');
  const password = await makeUser(admin, user_id, world.groups.hospital.name);
  await firstSignIn(browser, user_id, password);

  await openRow(admin, user_id);
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Edit Name' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Journey Whitlock');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(dialog.getByRole('heading', { name: 'Journey Whitlock' })).toBeVisible();
  await expectAccessible(admin);

  await setFlag(admin, 'Dormant');
  const sleeper = await (await browser.newContext()).newPage();
  await signInAs(sleeper, user_id, chosen);
  await expect(sleeper.getByText(/dormant/i).first()).toBeVisible();
  await sleeper.context().close();
  await setFlag(admin, 'Active');

  await dialog.getByRole('button', { name: 'Delete user' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Delete this user?' });
  await expect(question).toContainText('Journey Whitlock');
  await question.getByRole('button', { name: 'Delete user' }).click();
  await expect(question).toHaveCount(0);
  await admin.goto(`/admin/user?q=${user_id}`);
  await expect(admin.getByText('No users match')).toBeVisible();
  await admin.goto('/admin/user?flag=withdrawn');
  await expect(admin.getByRole('gridcell', { name: user_id, exact: true })).toBeVisible();
});
