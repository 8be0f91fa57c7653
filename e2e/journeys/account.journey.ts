/**
 * Tests the account page: a passkey as second factor and alone, an e-mail address that is confirmed, and ending another
 * session.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { mailTo } from '../world/mailbox.ts';
import { test } from '../world/journey.ts';
import { password } from '../world/template.ts';

/** Browsers offer passkeys only to a host with a name. */
const named = (baseURL: string | undefined): string => (baseURL ?? '').replace('127.0.0.1', 'localhost');

async function typePassword(page: Page, origin: string, user_id: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('ID', { exact: true }).fill(user_id);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Adds a virtual security key to the browser that confirms every request by itself. */
async function addVirtualKey(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
}

async function sayPassword(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Enter your password' });
  await question.getByLabel('Current password').fill(password);
  await question.getByRole('button', { name: 'Continue' }).click();
}

async function logout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
}

test('a passkey is added, signs in after the password and alone, and is removed', async ({
  world,
  page,
  baseURL,
}) => {
  const origin = named(baseURL);
  const { user_id } = world.technician;
  await addVirtualKey(page);
  await typePassword(page, origin, user_id);
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto(`${origin}/account`);
  await page.getByRole('listitem', { name: 'Add' }).getByRole('button', { name: 'Add' }).click();
  await sayPassword(page);
  const naming = page.getByRole('alertdialog', { name: 'Name this passkey' });
  await naming.getByLabel('Name').fill('Ward key');
  await naming.getByRole('button', { name: 'Save' }).click();
  const codes = page.getByRole('dialog', { name: 'Save these recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('listitem', { name: 'Ward key' })).toBeVisible();

  await logout(page);
  await typePassword(page, origin, user_id);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await page.getByRole('button', { name: 'Use the passkey' }).click();
  await expect(page).not.toHaveURL(/\/login/);

  await logout(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).not.toHaveURL(/\/login/);

  await page.goto(`${origin}/account`);
  await page.getByRole('button', { name: 'Remove Ward key' }).click();
  await sayPassword(page);
  await expect(page.getByRole('listitem', { name: 'Ward key' })).toBeHidden();
});

test('a session that is ended elsewhere leads to the sign-in at once, which says why', async ({ world }) => {
  const page = await world.open(world.technician, '/account');
  const elsewhere = await world.open(world.technician, '/notice');
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click();
  await expect(elsewhere).toHaveURL(/\/login/);
  await expect(elsewhere.getByText('Your session has expired. Please log in again.')).toBeVisible();
});

async function changeAddress(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Edit profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit profile' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a new e-mail address is in force once the code sent to it is entered', async ({ world }) => {
  const page = await world.open(world.technician, '/account');
  const fresh = `moved-${world.technician.user_id}@hospital.example`;
  await changeAddress(page, fresh);
  await page.reload();
  const waiting = page.getByRole('listitem', { name: fresh });
  await expect(waiting).toContainText('once you enter the code');
  await expectAccessible(page);
  const { code } = await mailTo(world, fresh, 'Confirm your e-mail address');
  await page.getByLabel('Six digits from the mail').fill(code);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('listitem', { name: fresh })).toContainText('Confirmed');
  await expect(page.getByLabel('Six digits from the mail')).toHaveCount(0);
});
